/* Is an index whole, and does it have what the stream has? */
#include "check.h"

#include "lib/digest.h"
#include "lib/gen.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#define MANIFEST "manifest.json"
#define META "meta.json"
/* Examples that a message names. */
#define NAMED 3

struct drift {
	const char *name; /* as given */
	int dir;
	struct cx_map paths;
	struct cx_arena arena;
	uint64_t *line; /* hash of each path's record without body */
	bool *met;
	size_t line_cap;
	struct cx_buf text;
};

struct drift *
drift_new(const char *dir)
{
	struct drift *d = cx_calloc(1, sizeof *d);

	d->name = dir;
	d->dir = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (d->dir < 0)
		cx_die(CX_FAIL, "%s: %s", dir, strerror(errno));
	return d;
}

static uint64_t
line_hash(struct drift *d, const struct cx_record *rec)
{
	static const struct cx_member no_body = {"body", {NULL, 0}};

	d->text.len = 0;
	cx_record_put(&d->text, rec->line, &no_body, 1);
	return cx_hash(cx_buf_view(&d->text));
}

void
drift_add(struct drift *d, const struct cx_record *rec)
{
	uint32_t n = d->paths.n, k;

	k = cx_map_put(&d->paths,
	    cx_arena_copy(&d->arena, cx_record_path(rec)));
	if (k < n)
		return; /* said elsewhere */
	CX_GROW(d->line, k, d->line_cap);
	d->line[k] = line_hash(d, rec);
}

static struct cx_str
index_path(struct drift *d, struct cx_str file)
{
	struct cx_buf b = CX_BUF_INIT;
	struct cx_str s;

	cx_buf_fmt(&b, "%s/%.*s", d->name, (int)file.len, file.s);
	s = cx_arena_copy(&d->arena, cx_buf_view(&b));
	cx_buf_release(&b);
	return s;
}

/* The digest of a file of the generation; 0 or an errno. */
static int
file_digest(int gen, const char *name, char hex[CX_DIGEST_HEX + 1])
{
	int fd = cx_vault_open(gen, name, O_RDONLY), err = 0;
	struct cx_digest digest;
	char buf[65536];
	ssize_t n;

	if (fd < 0)
		return errno;
	cx_digest_init(&digest);
	while ((n = read(fd, buf, sizeof buf)) != 0) {
		if (n > 0)
			cx_digest_add(&digest, buf, (size_t)n);
		else if (errno != EINTR) {
			err = errno;
			break;
		}
	}
	close(fd);
	cx_digest_hex(&digest, hex);
	return err;
}

/* The files that meta.json lists are what it says. */
static void
check_whole(struct drift *d, int gen)
{
	struct cx_json_parser *parser = cx_json_new();
	const struct cx_json *root = NULL, *files, *k;
	char hex[CX_DIGEST_HEX + 1];
	struct cx_buf name = CX_BUF_INIT;
	const char *why;
	int err;

	d->text.len = 0;
	err = cx_read_file(gen, META, &d->text, CX_ATOM_MAX, NULL);
	why = err ? cx_file_error(err) : NULL;
	if (!err)
		root = cx_json_parse(parser, d->text.s, d->text.len, &why);
	files = cx_json_get(root, "files");
	if (!files)
		found_at(index_path(d, CX_STR(META)), INDEX_DAMAGED,
		    "%s; make the index anew with cx rebuild",
		    why ? why : "it has no list of files");
	for (k = cx_json_first(files); k; k = cx_json_next(files, k)) {
		struct cx_str said = cx_json_gets(k + 1, "digest",
		    CX_STR(""));

		name.len = 0;
		cx_buf_str(&name, cx_json_str(k));
		err = file_digest(gen, cx_buf_cstr(&name), hex);
		if (err || !cx_str_is(said, hex))
			found_at(index_path(d, cx_json_str(k)), INDEX_DAMAGED,
			    "%s; make the index anew with cx rebuild",
			    err ? cx_file_error(err) : "the file is not what "
			    "was written; nobody should edit it");
	}
	cx_buf_release(&name);
	cx_json_free(parser);
}

struct counts {
	unsigned changed, gone, missing;
	struct cx_buf names;
};

static void
count(struct counts *n, unsigned *which, struct cx_str path)
{
	if (n->changed + n->gone + n->missing < NAMED)
		cx_buf_fmt(&n->names, "%s%.*s", n->names.len ? ", " : "",
		    (int)path.len, path.s);
	++*which;
}

static void
check_records(struct drift *d, int gen)
{
	struct counts n = {0};
	struct cx_reader *r;
	struct cx_record rec;
	uint32_t k;

	if (faccessat(gen, MANIFEST, F_OK, 0) != 0)
		return; /* found to be damaged */
	d->met = cx_calloc(d->paths.n ? d->paths.n : 1, sizeof *d->met);
	r = cx_reader_index(d->name);
	while (cx_reader_next(r, &rec)) {
		k = cx_map_get(&d->paths, cx_record_path(&rec));
		if (k == CX_MAP_NONE) {
			count(&n, &n.gone, cx_record_path(&rec));
			continue;
		}
		d->met[k] = true;
		if (d->line[k] != line_hash(d, &rec))
			count(&n, &n.changed, cx_record_path(&rec));
	}
	cx_reader_close(r);
	for (k = 0; k < d->paths.n; k++)
		if (!d->met[k])
			count(&n, &n.missing, d->paths.key[k]);
	if (n.changed || n.gone || n.missing) {
		with_int("changed", n.changed);
		with_int("new", n.missing);
		with_int("gone", n.gone);
		found_at(index_path(d, CX_STR(MANIFEST)), INDEX_STALE,
		    "%u atoms changed, %u new, %u gone since it was made "
		    "(%s%s); run cx rebuild", n.changed, n.missing, n.gone,
		    cx_buf_cstr(&n.names),
		    n.changed + n.gone + n.missing > NAMED ? ", ..." : "");
	}
	cx_buf_release(&n.names);
	free(d->met);
}

void
drift_check(struct drift *d)
{
	int gen = cx_gen_open(d->dir, NULL);

	if (gen < 0) {
		if (errno != ENOENT)
			cx_die(CX_FAIL, "%s: %s", d->name, strerror(errno));
		found_at(index_path(d, CX_STR(MANIFEST)), INDEX_STALE,
		    "there is no index; make one with cx rebuild");
	} else {
		check_whole(d, gen);
		check_records(d, gen);
		close(gen);
	}
	close(d->dir);
}

void
drift_free(struct drift *d)
{
	cx_map_release(&d->paths);
	cx_arena_release(&d->arena);
	cx_buf_release(&d->text);
	free(d->line);
	free(d);
}
