/* What is in a stage: sizes, digests, checksums, and its id. */
#include "lib/index/stage-impl.h"

#include <stdlib.h>

static int
by_name(const void *a, const void *b)
{
	return strcmp(((const struct file *)a)->name,
	    ((const struct file *)b)->name);
}

/* A copy of the n files that are finished, by name. */
static struct file *
finished(const struct cx_stage *s, size_t *n)
{
	struct file *files;

	*n = s->n - s->open;
	files = cx_malloc(cx_mul(*n + 1, sizeof *files));
	if (*n) {
		memcpy(files, s->files, *n * sizeof *files);
		qsort(files, *n, sizeof *files, by_name);
	}
	return files;
}

void
cx_stage_sums(struct cx_stage *s, const char *prefix)
{
	struct cx_buf name = CX_BUF_INIT, *out;
	struct file *files;
	size_t n;

	cx_buf_fmt(&name, "%s" CX_SUMS, prefix);
	out = cx_stage_file(s, cx_buf_cstr(&name));
	cx_buf_release(&name);
	files = finished(s, &n);
	for (size_t i = 0; i < n; i++) {
		if (!cx_str_starts(cx_str(files[i].name), cx_str(prefix)))
			continue;
		for (size_t k = 0; k < files[i].blocks.n; k++)
			cx_buf_fmt(out, "%016llx\n",
			    (unsigned long long)files[i].blocks.sum[k]);
		cx_stage_more(s);
	}
	free(files);
}

void
cx_stage_print(const struct cx_stage *s, struct cx_printer *p)
{
	size_t n;
	struct file *files = finished(s, &n);

	cx_print_object(p);
	for (size_t i = 0; i < n; i++) {
		cx_print_key(p, files[i].name);
		cx_print_object(p);
		cx_print_kint(p, "bytes", (int64_t)files[i].bytes);
		cx_print_kstr(p, "digest", cx_str(files[i].digest));
		cx_print_end(p);
	}
	cx_print_end(p);
	free(files);
}

void
cx_stage_name(struct cx_stage *s, cx_gen_id id)
{
	struct cx_buf b = CX_BUF_INIT;
	struct cx_digest d;

	if (s->n)
		qsort(s->files, s->n, sizeof *s->files, by_name);
	cx_digest_init(&d);
	for (size_t i = 0; i < s->n; i++) {
		b.len = 0;
		cx_buf_fmt(&b, "%s %llu %s\n", s->files[i].name,
		    (unsigned long long)s->files[i].bytes,
		    s->files[i].digest);
		cx_digest_add(&d, b.s, b.len);
	}
	cx_digest_hex(&d, id);
	cx_buf_release(&b);
}
