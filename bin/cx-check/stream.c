/* Reads records from streams, and the file of each. */
#include "check.h"

#include "lib/base/worker.h"

#include <stdlib.h>

/* A text in a batch: this, then the bytes. */
struct packed {
	uint32_t atom;
	struct text t; /* but for all */
	size_t len;
};

#define BATCH ((size_t)1 << 20)

/* Texts are looked at in a second thread. */
static void
look_at_texts(void *arg, struct cx_buf *b)
{
	CX_AUTO_BUF out = CX_BUF_INIT;
	struct check *c = arg;
	struct packed p;

	for (size_t at = 0; at < b->len; at += p.len) {
		memcpy(&p, b->s + at, sizeof p);
		at += sizeof p;
		p.t.all = cx_strn(b->s + at, p.len);
		out.len = 0;
		look(c, &p.t, &out);
		looked(c, p.atom, cx_buf_view(&out));
	}
	b->len = 0;
}

/* Atoms that the stream says are gone; what linked to them is checked. */
struct gone {
	struct cx_str *v;
	size_t n, cap;
};

static void
take_gone(struct check *c, struct gone *g, const struct cx_record *rec)
{
	struct cx_str path = cx_record_path(rec);

	*CX_NEXT(g->v, g->n, g->cap) = cx_arena_copy(&c->arena, path);
	add_keys(c, rec);
}

void
check_stream(struct check *c, char *const *files, int n)
{
	struct cx_worker *texts = cx_worker_new(look_at_texts, c);
	struct cx_reader *r = cx_reader_open(files, n);
	struct cx_buf batch = CX_BUF_INIT;
	struct cx_record rec;
	struct gone gone = {0};
	struct packed p;
	uint32_t atom;

	while (cx_reader_next(r, &rec)) {
		if (cx_record_gone(&rec)) {
			take_gone(c, &gone, &rec);
			continue;
		}
		if (!text_read(NULL, c, cx_record_path(&rec), &p.t))
			text_of_record(&rec, &p.t);
		p.len = p.t.all.len;
		p.atom = add_note(c, &rec, &p.t);
		text_begin(&p.t);
		if (p.len == 0)
			continue;
		cx_buf_add(&batch, &p, sizeof p);
		cx_buf_str(&batch, p.t.all);
		if (batch.len >= BATCH)
			cx_worker_submit(texts, &batch);
	}
	cx_reader_close(r);
	cx_worker_drain(texts);
	look_at_texts(c, &batch); /* a small vault needs no thread */
	cx_worker_free(texts);
	cx_buf_release(&batch);
	if (gone.n == 0 && (atom = cx_resolver_twin(c->resolver)) !=
	    UINT32_MAX)
		cx_die(CX_FAIL, "%.*s: two records have this path; give the "
		    "records of one vault, once",
		    (int)atom_at(c, atom)->path.len, atom_at(c, atom)->path.s);
	for (size_t i = 0; i < gone.n; i++) {
		atom = cx_resolver_find(c->resolver, gone.v[i]);
		if (atom == UINT32_MAX)
			continue;
		cx_resolver_drop(c->resolver, atom);
		atom_at(c, atom)->muted = UINT64_MAX;
	}
	free(gone.v);
}
