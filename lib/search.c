#include "lib/search-impl.h"
#include "lib/gen.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

const char *const cx_search_names[CX_S_FILES] = {"words", "postings",
    "folders", "fieldwords", "fields", "docs.length", "docs.day",
    "docs.expires", "docs.status", "docs.folder", "docs.n1", "docs.n2",
    "docs.record", "docs.links", "folders.length", "links", "manifest.json",
    CX_SUMS, "meta.json"};

const unsigned cx_search_widths[CX_S_FILES] = {
    [CX_S_LENGTH] = CX_LENGTH_WIDTH, [CX_S_DAY] = CX_DAY_WIDTH,
    [CX_S_EXPIRES] = CX_DAY_WIDTH,
    [CX_S_STATUS] = CX_STATUS_WIDTH, [CX_S_FOLDER] = CX_FOLDER_WIDTH,
    [CX_S_N1] = CX_N1_WIDTH, [CX_S_N2] = CX_N2_WIDTH,
    [CX_S_RECORD] = CX_OFFSET_WIDTH, [CX_S_LINK_AT] = CX_OFFSET_WIDTH,
    [CX_S_FOLDER_LENGTH] = CX_LENGTH_WIDTH};

void
cx_search_damaged(const struct cx_search *s, enum cx_search_file file,
    const char *cause)
{
	cx_die(CX_FAIL, "%s/%s: %s; the index is damaged: run cx rebuild "
	    "--full", s->name, cx_search_names[file], cause);
}

/* --- checking --- */

/* The checksum that stands in line n of the sums. */
static uint64_t
sum_of(const struct cx_search *s, uint64_t n)
{
	const char *p = s->file[CX_S_SUMS].s + n * CX_SUMS_WIDTH;
	uint64_t x = 0;

	for (int i = 0; i < 16; i++) {
		const char *digits = "0123456789abcdef";
		const char *at = p[i] ? strchr(digits, p[i]) : NULL;

		if (!at)
			cx_search_damaged(s, CX_S_SUMS, "not a checksum");
		x = x << 4 | (uint64_t)(at - digits);
	}
	return x;
}

void
cx_search_check(const struct cx_search *s, enum cx_search_file file,
    size_t from, size_t to)
{
	struct cx_str text = s->file[file];

	for (size_t b = from / CX_BLOCK; b * CX_BLOCK < to; b++) {
		uint64_t n = s->base[file] + b;
		size_t at = b * CX_BLOCK;

		if (s->good[n / 8] >> n % 8 & 1)
			continue;
		if (cx_checksum(text.s + at, text.len - at < CX_BLOCK ?
			text.len - at : CX_BLOCK) != sum_of(s, n))
			cx_search_damaged(s, file, "its bytes are not those "
			    "that were written");
		s->good[n / 8] |= (unsigned char)(1 << n % 8);
	}
}

/* Where the checksums of each file begin: meta.json lists the files. */
static void
find_sums(struct cx_search *s, const struct cx_json *files)
{
	bool found[CX_S_FILES] = {false};
	uint64_t blocks = 0;

	for (const struct cx_json *k = cx_json_first(files); k;
	    k = cx_json_next(files, k)) {
		int64_t bytes;
		int f = 0;

		if (!cx_json_geti(k + 1, "bytes", &bytes) || bytes < 0)
			cx_search_damaged(s, CX_S_META, "files");
		if (cx_str_is(cx_json_str(k), CX_SUMS))
			continue;
		while (f < CX_S_FILES &&
		    !cx_str_is(cx_json_str(k), cx_search_names[f]))
			f++;
		if (f < CX_S_FILES && (uint64_t)bytes != s->file[f].len)
			cx_search_damaged(s, (enum cx_search_file)f,
			    "not the size that meta.json tells");
		if (f < CX_S_FILES) {
			s->base[f] = blocks;
			found[f] = true;
		}
		blocks += cx_blocks_of((uint64_t)bytes);
	}
	for (int f = 0; f < CX_S_SUMS; f++) {
		if (!found[f])
			cx_search_damaged(s, CX_S_META, "files");
	}
	if (blocks != s->file[CX_S_SUMS].len / CX_SUMS_WIDTH ||
	    s->file[CX_S_SUMS].len % CX_SUMS_WIDTH)
		cx_search_damaged(s, CX_S_SUMS, "not a line for each block");
	s->good = cx_calloc(blocks / 8 + 1, 1);
}

/* --- opening --- */

static uint64_t
meta_number(const struct cx_search *s, const struct cx_json *search,
    const char *name, uint64_t most)
{
	int64_t n;

	if (!cx_json_geti(search, name, &n) || n < 0 || (uint64_t)n > most)
		cx_search_damaged(s, CX_S_META, name);
	return (uint64_t)n;
}

/* The text of meta.json, which is read and not mapped: parsing needs room
 * behind it. */
static void
load_meta(struct cx_search *s, struct cx_str text)
{
	const struct cx_json *root, *search;
	const char *why;
	int64_t schema;

	cx_buf_str(&s->meta_text, text);
	cx_buf_room(&s->meta_text, CX_JSON_PAD);
	s->json = cx_json_new();
	root = cx_json_parse(s->json, s->meta_text.s, s->meta_text.len, &why);
	if (!root)
		cx_search_damaged(s, CX_S_META, why);
	if (s->mapped && (!cx_json_geti(root, "schema", &schema) ||
	    schema != CX_INDEX_SCHEMA))
		cx_die(CX_FAIL, "%s: the index has another format than this "
		    "version reads; run cx rebuild --full", s->name);
	if (s->mapped && !cx_meta_whole(text))
		cx_search_damaged(s, CX_S_META, "its bytes are not those that "
		    "were written");
	search = cx_json_get(root, "search");
	if (!search)
		cx_die(CX_FAIL, "%s: the index has no search set; run cx "
		    "rebuild, or cx-index --search", s->name);
	if (meta_number(s, search, "schema", INT32_MAX) != CX_SEARCH_SCHEMA)
		cx_die(CX_FAIL, "%s: the index has another format than this "
		    "version reads; run cx rebuild --full", s->name);
	s->atoms = (uint32_t)meta_number(s, search, "atoms", UINT32_MAX - 1);
	s->folders = (uint32_t)meta_number(s, search, "folders",
	    UINT32_MAX - 1);
	s->length_sum = meta_number(s, search, "length", INT64_MAX);
	s->folder_length_sum = meta_number(s, search, "folders_length",
	    INT64_MAX);
	s->analyzer = cx_json_gets(search, "analyzer", CX_STR(""));
	s->statuses = cx_json_get(search, "statuses");
	if (!s->statuses || s->statuses->type != CX_JSON_ARRAY)
		cx_search_damaged(s, CX_S_META, "statuses");
	if (s->mapped)
		find_sums(s, cx_json_get(root, "files"));
	for (int f = 0; f < CX_S_FILES; f++) {
		uint64_t lines = f == CX_S_FOLDER_LENGTH ? s->folders
							 : s->atoms;

		if (cx_search_widths[f] &&
		    lines * cx_search_widths[f] != s->file[f].len)
			cx_search_damaged(s, (enum cx_search_file)f,
			    "not a line for each of those that meta.json "
			    "tells");
	}
}

static struct cx_str
map(struct cx_search *s, enum cx_search_file f, int fd)
{
	struct stat st;
	void *p;

	if (fstat(fd, &st) == -1 || !S_ISREG(st.st_mode))
		cx_search_damaged(s, f, "not a regular file");
	if (st.st_size == 0)
		return CX_STR("");
	p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_SHARED, fd, 0);
	if (p == MAP_FAILED)
		cx_die(CX_FAIL, "%s/%s: %s", s->name, cx_search_names[f],
		    strerror(errno));
	return cx_strn(p, (size_t)st.st_size);
}

struct cx_search *
cx_search_open(const char *dir)
{
	struct cx_search *s = cx_calloc(1, sizeof *s);
	int fds[CX_S_FILES], dirfd, gen;
	const char *missing = NULL;

	s->name = cx_strdup(dir);
	dirfd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (dirfd == -1)
		cx_die(CX_FAIL, "%s: %s; is there an index? cx rebuild makes "
		    "it", dir, strerror(errno));
	gen = cx_gen_files(dirfd, cx_search_names, CX_S_FILES, fds, &missing);
	if (gen == -1 && !missing)
		cx_die(CX_FAIL, "%s: no index here (%s); cx rebuild makes it",
		    dir, strerror(errno));
	if (gen == -1)
		cx_die(CX_FAIL, "%s/%s: %s; the index has no whole search "
		    "set: run cx rebuild --full", dir, missing,
		    strerror(errno));
	s->mapped = true;
	for (int f = 0; f < CX_S_FILES; f++) {
		s->file[f] = map(s, (enum cx_search_file)f, fds[f]);
		close(fds[f]);
	}
	s->note = openat(gen, CX_GEN_NOTE,
	    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	close(gen);
	close(dirfd);
	load_meta(s, s->file[CX_S_META]);
	return s;
}

struct cx_search *
cx_search_memory(const struct cx_str files[CX_S_FILES], const char *name)
{
	struct cx_search *s = cx_calloc(1, sizeof *s);

	s->name = cx_strdup(name);
	s->note = -1;
	memcpy(s->file, files, sizeof s->file);
	load_meta(s, s->file[CX_S_META]);
	return s;
}

void
cx_search_close(struct cx_search *s)
{
	if (!s)
		return;
	for (int f = 0; s->mapped && f < CX_S_FILES; f++) {
		if (s->file[f].len)
			munmap((void *)(uintptr_t)s->file[f].s,
			    s->file[f].len);
	}
	cx_json_free(s->json);
	cx_buf_release(&s->meta_text);
	free(s->good);
	free(s->name);
	free(s);
}

const char *
cx_search_name(const struct cx_search *s)
{
	return s->name;
}

int
cx_search_note(const struct cx_search *s)
{
	return s->note;
}

uint32_t
cx_search_atoms(const struct cx_search *s)
{
	return s->atoms;
}

uint64_t
cx_search_length_sum(const struct cx_search *s)
{
	return s->length_sum;
}

uint32_t
cx_search_folders(const struct cx_search *s)
{
	return s->folders;
}

uint64_t
cx_search_folder_length_sum(const struct cx_search *s)
{
	return s->folder_length_sum;
}

struct cx_str
cx_search_analyzer(const struct cx_search *s)
{
	return s->analyzer;
}

uint32_t
cx_search_statuses(const struct cx_search *s)
{
	return s->statuses->len;
}

struct cx_str
cx_search_status_name(const struct cx_search *s, uint32_t n)
{
	const struct cx_json *e = cx_json_first(s->statuses);

	while (e && n-- > 0)
		e = cx_json_next(s->statuses, e);
	if (!e || e->type != CX_JSON_STRING)
		cx_search_damaged(s, CX_S_META, "statuses");
	return cx_json_str(e);
}
