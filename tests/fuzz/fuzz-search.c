/*
 * The search set of any bytes: every reader gives what holds together, or
 * ends the program with one line that names the set.
 *
 * An input is the files of a set in the order of cx_search_names, 0x1E
 * between them, and then terms to look for.  In meta.json @a, @b ... is the
 * size of the first, second ... file, so that a mutation need not guess it,
 * and @S the version of the format; @0 ... @9 are files that are not there,
 * 1, 2, 4, 16 ... of them, each of INT64_MAX bytes.  If it tells of a delta,
 * the files of that come before the terms.
 *
 * Where meta.json lists files, every block is checked, and its checksum is
 * right: those are made here, of the names and sizes that the list tells.
 * That is the index of a stranger, who can do the same.
 *
 * tests/tools/search-corpus makes one of an index.
 *
 * The Makefile links this target with --wrap: here the end of the program is
 * the end of the input, and the parser of meta.json is freed then.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/base/checksum.h"
#include "lib/index/gen.h"
#include "lib/index/searchset.h"
#include "lib/json/json.h"
#include "lib/search/search.h"

#define CHECK(x)                                                              \
	do {                                                                  \
		if (!(x))                                                     \
			abort();                                              \
	} while (0)
#define NAME "the-set"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
const char *__asan_default_options(void);
void __wrap_cx_die(enum cx_exit status, const char *fmt, ...) CX_NORETURN
    CX_PRINTF(2, 3);
struct cx_json_parser *__real_cx_json_new(void);
struct cx_json_parser *__wrap_cx_json_new(void);
void __real_cx_json_free(struct cx_json_parser *p);
void __wrap_cx_json_free(struct cx_json_parser *p);

static jmp_buf end;
static char *copies[2][CX_S_FILES];
static struct cx_search *set;
static struct cx_atoms atoms;

static struct cx_json_parser *parser;

struct cx_json_parser *
__wrap_cx_json_new(void)
{
	CHECK(!parser);
	parser = __real_cx_json_new();
	return parser;
}

void
__wrap_cx_json_free(struct cx_json_parser *p)
{
	CHECK(p == parser);
	parser = NULL;
	__real_cx_json_free(p);
}

/* A few hundred bytes of a set that cannot be opened are never freed. */
const char *
__asan_default_options(void)
{
	return "detect_leaks=0";
}

void
__wrap_cx_die(enum cx_exit status, const char *fmt, ...)
{
	char text[1000];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	CHECK(n > 0 && status == CX_FAIL);
	CHECK(strstr(text, NAME) && !strchr(text, '\n'));
	longjmp(end, 1);
}

/* A copy of the exact size, so that reading beyond it shows. */
static struct cx_str
keep(char **copy, struct cx_str s)
{
	*copy = malloc(s.len ? s.len : 1);
	CHECK(*copy);
	if (s.len)
		memcpy(*copy, s.s, s.len);
	return cx_strn(*copy, s.len);
}

/* Members of the list of files; 2^13 of them have 2^64 blocks. */
static void
invent(struct cx_buf *out, int power)
{
	unsigned n = power < 3 ? 1U << power : 1U << (power * 2 - 5);

	for (unsigned i = 0; i < n; i++)
		cx_buf_fmt(out, "\"%zu\":{\"bytes\":%lld},", out->len,
		    (long long)INT64_MAX);
}

/* The data of a file of the list; empty for one that is invented. */
static struct cx_str
data_of(const struct cx_str files[CX_S_FILES], struct cx_str name)
{
	for (int f = 0; f < CX_S_FILES; f++) {
		if (cx_str_is(name, cx_search_names[f]))
			return files[f];
	}
	return CX_STR("");
}

/* The checksums of the files of the list that begin with the prefix. */
static void
put_sums(const struct cx_str files[CX_S_FILES], const struct cx_json *list,
    bool delta, struct cx_buf *out)
{
	struct cx_str prefix = CX_STR(CX_DELTA);

	out->len = 0;
	for (const struct cx_json *k = cx_json_first(list); k;
	    k = cx_json_next(list, k)) {
		struct cx_str name = cx_json_str(k), data;
		int64_t bytes = 0;

		if (cx_str_starts(name, prefix) != delta)
			continue;
		if (delta)
			name = cx_str_from(name, prefix.len);
		if (cx_str_is(name, CX_SUMS))
			continue;
		data = data_of(files, name);
		cx_json_geti(k + 1, "bytes", &bytes);
		/* None for a size that cannot be meant: they may wrap. */
		if (bytes > 64 * CX_BLOCK)
			continue;
		for (int b = 0; bytes > b * CX_BLOCK; b++) {
			struct cx_str block = cx_str_from(data,
			    data.len < (size_t)b * CX_BLOCK ? data.len :
			    (size_t)b * CX_BLOCK);

			if (block.len > CX_BLOCK)
				block.len = CX_BLOCK;
			cx_buf_fmt(out, "%016llx\n", (unsigned long long)
			    cx_checksum(block.s, block.len));
		}
	}
}

/* Puts checksums where those of base and delta belong, if meta.json lists
 * files. */
static void
seal(struct cx_str files[2][CX_S_FILES])
{
	static struct cx_buf text, sums[2];
	struct cx_json_parser *p = __real_cx_json_new();
	const struct cx_json *list;
	const char *why;

	text.len = 0;
	cx_buf_str(&text, files[0][CX_S_META]);
	cx_buf_room(&text, CX_JSON_PAD);
	list = cx_json_get(cx_json_parse(p, text.s, text.len, &why), "files");
	for (int k = 0; list && k < 2; k++) {
		put_sums(files[k], list, k == 1, &sums[k]);
		files[k][CX_S_SUMS] = cx_buf_view(&sums[k]);
	}
	__real_cx_json_free(p);
}

static struct cx_str
with_sizes(const struct cx_str files[CX_S_FILES], struct cx_str meta)
{
	static struct cx_buf out;

	out.len = 0;
	for (size_t i = 0; i < meta.len; i++) {
		char next = i + 1 < meta.len ? meta.s[i + 1] : '\0';
		unsigned file = (unsigned)(unsigned char)next - 'a';

		if (meta.s[i] == '@' && next == 'S') {
			cx_buf_int(&out, CX_SEARCH_SCHEMA);
			i++;
		} else if (meta.s[i] == '@' && file < CX_S_META) {
			cx_buf_int(&out, (int64_t)files[file].len);
			i++;
		} else if (meta.s[i] == '@' && next >= '0' && next <= '9') {
			invent(&out, next - '0');
			i++;
		} else {
			cx_buf_char(&out, meta.s[i]);
		}
	}
	return cx_buf_view(&out);
}

static void
read_columns(void)
{
	uint32_t n = cx_search_atoms(set);
	struct cx_search_sums sums = cx_search_sums(set);
	uint64_t sum = sums.words + sums.pairs;

	CHECK(cx_search_base_atoms(set) <= n && cx_search_count(set) <= n);
	for (uint32_t i = 0; i < n; i++) {
		struct cx_doc_length rank = cx_doc_length(set, i, true);
		uint32_t status = cx_search_status(set, i);
		struct cx_str record = cx_search_record(set, i);

		sum += rank.words + rank.pairs + rank.names +
		    cx_search_n1(set, i) + cx_search_n2(set, i);
		sum += (uint64_t)cx_search_day(set, i) +
		    (uint64_t)cx_search_expires(set, i);
		CHECK(cx_search_body(set, i).length <= CX_BODY_MAX);
		CHECK(status < cx_search_statuses(set));
		CHECK(cx_search_status_name(set, status).s);
		CHECK(record.len && !memchr(record.s, '\n', record.len));
		atoms.n = 0;
		cx_search_links(set, i, &atoms);
		sum += cx_search_before(set, i, 0);
		for (size_t k = 0; k < atoms.n; k++)
			CHECK(atoms.v[k] < n &&
			    (k == 0 || atoms.v[k - 1] < atoms.v[k]));
	}
	/* The sum is there so that nothing is left out. */
	CHECK(cx_search_analyzer(set).s || sum < UINT64_MAX);
}

static void
read_list(struct cx_cursor c, enum cx_list list)
{
	static struct cx_posting p[CX_POSTINGS_LINE];
	uint32_t limit = cx_search_atoms(set);
	struct cx_cursor at = c;
	struct cx_posting one;
	uint64_t seen = 0, next = 0;
	size_t n;

	while ((n = cx_cursor_next(&c, p)) > 0) {
		CHECK(n <= CX_POSTINGS_LINE);
		for (size_t i = 0; i < n; i++) {
			CHECK(p[i].atom >= next && p[i].atom < limit);
			CHECK(list == CX_LIST_TEXT || p[i].text == 1);
			next = (uint64_t)p[i].atom + 1;
			CHECK(cx_search_has(set, p[i].atom));
			if (seen + i < 8)
				CHECK(cx_cursor_get(&at, p[i].atom, &one) &&
				    one.text == p[i].text &&
				    one.names == p[i].names &&
				    one.labels == p[i].labels);
		}
		seen += n;
	}
	/* The dead are counted by searching, which lines that are not in
	 * order mislead. */
	cx_search_dead(set, &n);
	CHECK(n || seen == at.df);
	if (limit)
		cx_cursor_get(&at, limit - 1, &one);
}

static void
look_for(struct cx_str term)
{
	for (int list = CX_LIST_TEXT; list <= CX_LIST_DATE; list++)
		read_list(cx_search_find(set, (enum cx_list)list, term),
		    (enum cx_list)list);
	for (int list = CX_LIST_DESCRIPTION; list <= CX_LIST_TAG; list++) {
		for (int m = CX_MATCH_ANY; m <= CX_MATCH_WHOLE; m++) {
			struct cx_words w = cx_search_words(set,
			    (enum cx_list)list, term, (enum cx_match)m);
			struct cx_cursor c;
			int most = 100;

			while (most-- && cx_words_next(&w, &c))
				read_list(c, (enum cx_list)list);
		}
	}
}

/* The words of bodies: of a project, and of all words together. */
static void
read_bodies(struct cx_str term)
{
	static const char *const projects[] = {"unknown", "", "Shop"};
	struct cx_body_words b = cx_search_body_words(set, term);

	CHECK(b.set == set && b.n <= cx_search_atoms(set));
	for (size_t i = 0; i < sizeof projects / sizeof *projects; i++) {
		b = cx_search_body_words(set, cx_str(projects[i]));
		CHECK(cx_body_words_df(&b, term) <= b.n);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct cx_str files[2][CX_S_FILES], rest, term;
	int most = 20, sets = 1;

	rest = cx_strn((const char *)data, size);
	set = NULL;
	for (int i = 0; i < CX_S_FILES; i++)
		files[0][i] = files[1][i] = CX_STR("");
	for (int k = 0; k < sets; k++) {
		for (int i = 0; i < (k ? CX_S_FILES : CX_S_BASE_FILES); i++) {
			struct cx_str piece = {"", 0};

			cx_str_split(&rest, '\x1e', &piece);
			if (k == 0 && i == CX_S_META)
				piece = with_sizes(files[0], piece);
			files[k][i] = keep(&copies[k][i], piece);
		}
		if (cx_str_has(files[0][CX_S_META], CX_STR("\"delta\"")))
			sets = 2;
	}
	seal(files);
	if (setjmp(end) == 0) {
		set = cx_search_memory(files[0], files[1], NAME);
		/* What one asks may end it, so each is asked for itself. */
		while (most-- && cx_str_split(&rest, ' ', &term)) {
			if (setjmp(end) == 0 && term.len)
				look_for(term);
			if (setjmp(end) == 0)
				read_bodies(term);
		}
		if (setjmp(end) == 0)
			read_columns();
	}
	if (set)
		cx_search_close(set);
	if (parser)
		__wrap_cx_json_free(parser);
	for (int i = 0; i < CX_S_FILES; i++) {
		free(copies[0][i]);
		free(copies[1][i]);
		copies[0][i] = copies[1][i] = NULL;
	}
	return 0;
}
