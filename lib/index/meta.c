/* Reads and seals meta.json. */
#include "lib/index/meta.h"

#include "lib/file/vault.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>

/* ,"check":"0123456789abcdef"} and the line end. */
#define SEAL_LEN 29
/* It is some kilobytes. */
#define META_MAX ((size_t)16 << 20)

static void
seal(char out[SEAL_LEN + 1], struct cx_str before)
{
	snprintf(out, SEAL_LEN + 1, ",\"check\":\"%016" PRIx64 "\"}\n",
	    cx_checksum(before.s, before.len));
}

void
cx_meta_seal(struct cx_printer *p)
{
	char text[SEAL_LEN + 1];

	seal(text, cx_buf_view(p->out));
	cx_buf_puts(p->out, text);
}

static bool
is_whole(struct cx_str text)
{
	char expected[SEAL_LEN + 1];

	if (text.len < SEAL_LEN)
		return false;
	text.len -= SEAL_LEN;
	seal(expected, text);
	return memcmp(text.s + text.len, expected, SEAL_LEN) == 0;
}

/* What is in m->text. */
static const char *
parse(struct cx_meta *m)
{
	const char *why = NULL;

	m->whole = is_whole(cx_buf_view(&m->text));
	cx_buf_room(&m->text, CX_JSON_PAD);
	m->json = cx_json_new();
	m->root = cx_json_parse(m->json, m->text.s, m->text.len, &why);
	return m->root ? NULL : why;
}

const char *
cx_meta_parse(struct cx_meta *m, struct cx_str text)
{
	cx_buf_str(&m->text, text);
	return parse(m);
}

const char *
cx_meta_read(struct cx_meta *m, int gen)
{
	int error = cx_read_file(gen, CX_META_FILE, &m->text, META_MAX, NULL);

	return error ? cx_file_error(error) : parse(m);
}

const char *
cx_meta_read_fd(struct cx_meta *m, int fd)
{
	int error = cx_read_fd(fd, &m->text, META_MAX);

	return error ? cx_file_error(error) : parse(m);
}

bool
cx_meta_has_files(const struct cx_meta *m, int gen)
{
	const struct cx_json *files = cx_json_get(m->root, "files");
	CX_AUTO_BUF name = CX_BUF_INIT;
	bool all = files != NULL;

	for (const struct cx_json *k = cx_json_first(files); k && all;
	    k = cx_json_next(files, k)) {
		struct stat st;
		int64_t bytes;

		name.len = 0;
		cx_buf_str(&name, cx_json_str(k));
		all = cx_json_geti(k + 1, "bytes", &bytes) &&
		    fstatat(gen, cx_buf_cstr(&name), &st,
			AT_SYMLINK_NOFOLLOW) == 0 &&
		    S_ISREG(st.st_mode) && st.st_size == bytes;
	}
	return all;
}

bool
cx_meta_is(const struct cx_json *listed, struct cx_blocks *blocks,
    uint64_t bytes)
{
	char hex[CX_DIGEST_HEX + 1];
	int64_t wanted;

	cx_blocks_end(blocks);
	cx_blocks_digest(blocks, hex);
	cx_blocks_release(blocks);
	return cx_json_geti(listed, "bytes", &wanted) &&
	    wanted == (int64_t)bytes &&
	    cx_str_is(cx_json_gets(listed, "digest", CX_STR("")), hex);
}

void
cx_meta_release(struct cx_meta *m)
{
	cx_json_free(m->json);
	cx_buf_release(&m->text);
	*m = (struct cx_meta){.root = NULL};
}
