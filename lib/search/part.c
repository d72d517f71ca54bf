/* One segment of a search set, base or delta: numbers and checksums. */
#include "lib/search/search-impl.h"

#include "lib/index/gen.h"

#include <stdlib.h>

const char *const cx_search_names[CX_S_FILES] = {"words", "postings",
    "fieldwords", "fields", "bodywords", "docs.words", "docs.pairs",
    "docs.names", "docs.body", "docs.day", "docs.expires",
    "docs.status", "docs.steps", "docs.record",
    "docs.links", "links", "linkkeys",
    "manifest.json", CX_SUMS, "meta.json", "dead", "atoms", "near"};

/* Width of the lines of columns, with their end; else 0. */
#define LONGEST 1 /* as wide as the longest number */
static const unsigned widths[CX_S_FILES] = {
    [CX_S_DOC_WORDS] = LONGEST, [CX_S_DOC_PAIRS] = LONGEST,
    [CX_S_DOC_NAMES] = LONGEST,
    [CX_S_BODY] = CX_BODY_WIDTH, [CX_S_DAY] = LONGEST,
    [CX_S_EXPIRES] = LONGEST, [CX_S_STATUS] = LONGEST,
    [CX_S_STEPS] = CX_STEPS_WIDTH, [CX_S_RECORD] = LONGEST,
    [CX_S_LINK_AT] = LONGEST};

bool
cx_segment_has(const struct cx_segment *p, enum cx_search_file file)
{
	if (p == &p->set->base)
		return file < CX_S_BASE_FILES;
	return file != CX_S_STEPS && file != CX_S_LINK_AT &&
	    file != CX_S_LINKS && file != CX_S_LINKKEYS && file != CX_S_META;
}

void
cx_segment_damaged(const struct cx_segment *p, enum cx_search_file file,
    const char *cause)
{
	cx_die(CX_FAIL, "%s/" CX_GENERATIONS "/current/%s%s: %s; the index "
	    "is damaged: run cx rebuild --full", p->set->name,
	    file == CX_S_META ? "" : p->prefix, cx_search_names[file], cause);
}

/* --- checking --- */

/* The checksum that stands in line n of the sums. */
static uint64_t
sum_of(const struct cx_segment *p, uint64_t n)
{
	const char *s = p->file[CX_S_SUMS].s + n * CX_SUMS_WIDTH;
	uint64_t x = 0;

	for (int i = 0; i < 16; i++) {
		bool digit = s[i] >= '0' && s[i] <= '9';

		if (!digit && (s[i] < 'a' || s[i] > 'f'))
			cx_segment_damaged(p, CX_S_SUMS, "not a checksum");
		x = x << 4 | (uint64_t)(s[i] - (digit ? '0' : 'a' - 10));
	}
	return x;
}

void
cx_segment_check(const struct cx_segment *p, enum cx_search_file file,
    size_t from, size_t to)
{
	struct cx_str text = p->file[file];

	for (size_t b = from / CX_BLOCK; b * CX_BLOCK < to; b++) {
		uint64_t n = p->first[file] + b;
		size_t at = b * CX_BLOCK;

		if (p->good[n / 8] >> n % 8 & 1)
			continue;
		if (cx_checksum(text.s + at, text.len - at < CX_BLOCK ?
			text.len - at : CX_BLOCK) != sum_of(p, n))
			cx_segment_damaged(p, file, "its bytes are not those "
			    "that were written");
		p->good[n / 8] |= (unsigned char)(1 << n % 8);
	}
}

/* Whether a file of the generation is the part's; name loses its prefix. */
static bool
is_mine(const struct cx_segment *p, struct cx_str *name)
{
	struct cx_str prefix = CX_STR(CX_DELTA);

	if (p == &p->set->base)
		return !cx_str_starts(*name, prefix);
	if (!cx_str_starts(*name, prefix))
		return false;
	*name = cx_str_from(*name, prefix.len);
	return true;
}

/* Whether the base has a file of that name for people, which is not mapped. */
static bool
is_view(const struct cx_segment *p, struct cx_str name)
{
	return p == &p->set->base && (cx_str_is(name, "by_project.json") ||
	    cx_str_is(name, "by_tag.json") || cx_str_is(name, "by_type.json") ||
	    cx_str_is(name, "graph.json"));
}

/*
 * Where the checksums of each file begin: meta.json lists the files.  The
 * index may come from a stranger, who can seal what they like; so no name and
 * no size is believed before it is seen to lie within the checksums.
 */
static void
find_sums(struct cx_segment *p, const struct cx_json *files)
{
	uint64_t lines = p->file[CX_S_SUMS].len / CX_SUMS_WIDTH, at = 0;
	bool found[CX_S_FILES] = {false};

	CX_JSON_EACH(k, files) {
		struct cx_str name = cx_json_str(k);
		int64_t bytes;
		int f = 0;

		if (!cx_json_geti(k + 1, "bytes", &bytes) || bytes < 0)
			cx_segment_damaged(p, CX_S_META, "files");
		if (!is_mine(p, &name) || cx_str_is(name, CX_SUMS))
			continue;
		while (f < CX_S_FILES && !(cx_str_is(name, cx_search_names[f])
		    && cx_segment_has(p, (enum cx_search_file)f)))
			f++;
		if (f == CX_S_FILES && !is_view(p, name))
			cx_segment_damaged(p, CX_S_META,
			    "it lists a file that an index does not have");
		if (f < CX_S_FILES && (uint64_t)bytes != p->file[f].len)
			cx_segment_damaged(p, (enum cx_search_file)f,
			    "not the size that meta.json tells");
		if (cx_blocks_of((uint64_t)bytes) > lines - at)
			cx_segment_damaged(p, CX_S_SUMS,
			    "fewer lines than meta.json lists blocks");
		if (f < CX_S_FILES) {
			p->first[f] = at;
			found[f] = true;
		}
		at += cx_blocks_of((uint64_t)bytes);
	}
	for (int f = 0; f < CX_S_FILES; f++) {
		if (!found[f] && f != CX_S_SUMS && f != CX_S_META &&
		    cx_segment_has(p, (enum cx_search_file)f))
			cx_segment_damaged(p, CX_S_META, "files");
	}
	if (at != lines || p->file[CX_S_SUMS].len % CX_SUMS_WIDTH)
		cx_segment_damaged(p, CX_S_SUMS, "not a line for each block");
	p->good = cx_calloc(lines / 8 + 1, 1);
}

/* --- numbers --- */

uint64_t
cx_segment_number(const struct cx_segment *p, const struct cx_json *meta,
    const char *name, uint64_t most)
{
	int64_t n;

	if (!cx_json_geti(meta, name, &n) || n < 0 || (uint64_t)n > most)
		cx_segment_damaged(p, CX_S_META, name);
	return (uint64_t)n;
}

struct cx_search_sums
cx_segment_sums(const struct cx_segment *p, const struct cx_json *meta)
{
	const struct cx_json *sums = cx_json_get(meta, "sums");
	const uint64_t most = INT64_MAX;

	return (struct cx_search_sums){
	    .names = cx_segment_number(p, sums, "names", most),
	    .words = cx_segment_number(p, sums, "words", most),
	    .pairs = cx_segment_number(p, sums, "pairs", most),
	    .named = cx_segment_number(p, sums, "named", CX_NONE),
	    .worded = cx_segment_number(p, sums, "worded", CX_NONE),
	    .paired = cx_segment_number(p, sums, "paired", CX_NONE)};
}

void
cx_search_sums_print(const struct cx_search_sums *sums, struct cx_printer *p)
{
	cx_print_kobject(p, "sums");
	cx_print_kint(p, "names", (int64_t)sums->names);
	cx_print_kint(p, "words", (int64_t)sums->words);
	cx_print_kint(p, "pairs", (int64_t)sums->pairs);
	cx_print_kint(p, "named", (int64_t)sums->named);
	cx_print_kint(p, "worded", (int64_t)sums->worded);
	cx_print_kint(p, "paired", (int64_t)sums->paired);
	cx_print_end(p);
}

/* Finds the width of a column; false if it cannot have a line for each atom. */
static bool
find_width(struct cx_segment *p, enum cx_search_file f)
{
	uint64_t lines = f == CX_S_LINK_AT ? (p->atoms + CX_LINKS_STEP - 1) /
	    CX_LINKS_STEP : p->atoms;
	size_t bytes = p->file[f].len, width = widths[f];

	if (width == LONGEST)
		width = lines ? bytes / lines : 2;
	if (width < 2 || width > CX_COLUMN_MAX || bytes % width)
		return false;
	p->width[f] = (unsigned)width;
	return bytes / width == lines;
}

void
cx_segment_load(struct cx_segment *p, const struct cx_json *meta,
    const struct cx_json *files)
{
	if (cx_segment_number(p, meta, "schema", INT32_MAX) != CX_SEARCH_SCHEMA)
		cx_die(CX_FAIL, "%s: the index has another format than this "
		    "version reads; run cx rebuild --full", p->set->name);
	p->atoms = (uint32_t)cx_segment_number(p, meta, "atoms", CX_NONE / 2);
	p->sums = cx_segment_sums(p, meta);
	p->analyzer = cx_json_gets(meta, "analyzer", CX_STR(""));
	p->statuses = cx_json_get(meta, "statuses");
	if (!p->statuses || p->statuses->type != CX_JSON_ARRAY)
		cx_segment_damaged(p, CX_S_META, "statuses");
	if (p->set->mapped || files)
		find_sums(p, files);
	for (int f = 0; f < CX_S_FILES; f++) {
		if (widths[f] && cx_segment_has(p, (enum cx_search_file)f) &&
		    !find_width(p, (enum cx_search_file)f))
			cx_segment_damaged(p, (enum cx_search_file)f,
			    "not a line for each of those that meta.json "
			    "tells");
	}
}

void
cx_segment_release(struct cx_segment *p)
{
	free(p->good);
}

/* Where the line at p begins.  Most are short; what links to a hub, or a
 * block of postings, is not. */
static const char *
line_start(const char *begin, const char *p)
{
	for (;;) {
		for (int i = 0; i < 128; i++) {
			if (p == begin || p[-1] == '\n')
				return p;
			p--;
		}
		while (p - begin >= 1024 && !memchr(p - 1024, '\n', 1024))
			p -= 1024;
	}
}

struct cx_str
cx_line_at(struct cx_str file, size_t at)
{
	const char *start = line_start(file.s, file.s + at), *end;

	end = memchr(start, '\n', file.len - (size_t)(start - file.s));
	return cx_strn(start, (size_t)((end ? end : file.s + file.len) -
	    start));
}
