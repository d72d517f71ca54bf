/* fold: prints one line per atom. */
#include "cx-access.h"
#include "lib/base/date.h"

#include <stdlib.h>

static _Thread_local const struct cx_tally_atom *sort_atoms;

static int
by_path(const void *a, const void *b)
{
	return cx_str_cmp(sort_atoms[*(const uint32_t *)a].path,
	    sort_atoms[*(const uint32_t *)b].path);
}

uint32_t *
tally_by_path(const struct cx_tally *t)
{
	uint32_t *v = cx_calloc(t->n ? t->n : 1, sizeof *v);

	for (size_t i = 0; i < t->n; i++)
		v[i] = (uint32_t)i;
	sort_atoms = t->atoms;
	CX_SORT(v, t->n, by_path);
	return v;
}

void
print_time(struct cx_printer *p, const char *name, int64_t ts)
{
	CX_AUTO_BUF b = CX_BUF_INIT;

	cx_print_key(p, name);
	if (ts == CX_NO_TIME) {
		cx_print_null(p);
		return;
	}
	cx_date_put_sec(&b, ts);
	cx_buf_char(&b, 'Z');
	cx_print_str(p, cx_buf_view(&b));
}

void
print_fold(struct cx_buf *out, const struct cx_tally_atom *a, double half_life)
{
	struct cx_printer p = cx_printer(out);
	struct cx_use use = cx_tally_use(a);

	cx_print_object(&p);
	cx_print_kstr(&p, "path", a->path);
	cx_print_kint(&p, "count", a->count);
	print_time(&p, "first", a->first);
	print_time(&p, "last", a->last);
	cx_print_kint(&p, "refs", cx_tally_refs(a));
	if (a->own >= 0)
		cx_print_kint(&p, "own", a->own);
	if (a->n_shown) {
		cx_print_kint(&p, "used", use.used);
		print_time(&p, "last_used", use.last_used);
		cx_print_kmicro(&p, "shown", use.shown * 100000);
	}
	if (half_life > 0) {
		cx_print_kmicro(&p, "activation",
		    cx_activation(&use, cx_now(), half_life, 1000000));
	}
	cx_print_line(&p);
}

int
cmd_fold(const struct options *o, const struct cx_args *a)
{
	CX_AUTO_CONFIG config = cx_config_load(cx_common.config);
	double half_life = cx_config_num(config, "rank",
	    "activation_half_life");
	CX_AUTO(cx_tally_release) struct cx_tally t = {.n = 0};
	uint32_t *order;

	read_logs(&t, NULL, o, a);
	order = tally_by_path(&t);
	for (size_t i = 0; i < t.n; i++) {
		const struct cx_tally_atom *atom = &t.atoms[order[i]];

		if (!cx_tally_told(atom))
			continue;
		print_fold(cx_out(), atom, half_life);
		cx_out_record();
	}
	free(order);
	return cx_finish();
}
