#include "bin/cx-score/blend.h"

#include "lib/base/date.h"
#include "lib/file/vault.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#define MICRO INT64_C(1000000)

/* Without a query. */
#define ALONE_RECENCY 400000
#define ALONE_ACTIVATION 600000

static int64_t
micro(const struct cx_config *config, const char *key)
{
	return llrint(cx_config_num(config, "rank", key) * MICRO);
}

/* Logs can be read when it is known what of them is needed; a stream not. */
static void
open_access(struct blend *b, const char *access)
{
	b->name = access;
	b->logs = strcmp(access, "-") == 0 ? -1 : cx_access_open_dir(access);
	if (b->logs >= 0)
		return;
	if (errno == ELOOP)
		cx_die(CX_FAIL, "%s: %s", access, cx_file_error(errno));
	b->fold = cx_fold_read(access);
}

void
blend_load(struct blend *b, const struct cx_str *paths, size_t n)
{
	if (b->logs < 0 || (b->fold && !b->one))
		return;
	cx_fold_free(b->fold);
	b->fold = cx_fold_logs(b->logs, b->name, b->one ? paths : NULL, n,
	    b->complained);
	b->complained = true;
}

struct blend *
blend_new(const struct cx_config *config, const char *access, bool one)
{
	struct blend *b = cx_calloc(1, sizeof *b);

	b->w_text = micro(config, "w_text");
	b->w_recency = micro(config, "w_recency");
	b->w_activation = micro(config, "w_activation");
	b->recency = cx_config_num(config, "rank", "recency_half_life");
	b->activation = cx_config_num(config, "rank", "activation_half_life");
	b->one = one;
	open_access(b, access);
	for (int i = 0; i <= BLEND_AGES; i++)
		b->most[i] = -1;
	return b;
}

void
blend_free(struct blend *b)
{
	if (!b)
		return;
	if (b->logs >= 0)
		close(b->logs); /* was only read */
	cx_fold_free(b->fold);
	free(b);
}

int64_t
blend_recency(const struct blend *b, int64_t updated)
{
	double days = updated < cx_now() ?
	    (double)(cx_now() - updated) / CX_DAY : 0;

	return llrint(exp2(-days / b->recency) * MICRO);
}

int64_t
blend_activation(const struct blend *b, const struct cx_use *f)
{
	return f ? cx_activation(f, cx_now(), b->activation, MICRO) : 0;
}

int64_t
blend_sum(const struct blend *b, int64_t text, int64_t r, int64_t a)
{
	int64_t x;

	if (text < 0)
		x = ALONE_RECENCY * r + ALONE_ACTIVATION * a;
	else
		x = b->w_text * text + b->w_recency * r + b->w_activation * a;
	return (x + MICRO / 2) / MICRO;
}

struct blended
blend_record(const struct blend *b, int64_t text, const struct cx_record *rec)
{
	const struct cx_use *f = cx_fold_get(b->fold, cx_record_path(rec));
	struct blended of = {.text = text, .updated = INT64_MIN,
	    .last = f ? f->last : CX_NO_TIME};
	struct cx_date d;

	if (cx_date_parse(cx_record_updated(rec), &d)) {
		of.updated = d.sec;
		of.recency = blend_recency(b, d.sec);
	}
	of.activation = blend_activation(b, f);
	of.score = blend_sum(b, text, of.recency, of.activation);
	return of;
}

int64_t
blend_slack(const struct blend *b, int64_t activation)
{
	/* Rounding moves a part by a millionth at most. */
	if (b->w_text == 0)
		return INT32_MAX;
	return (b->w_recency + b->w_activation * activation / MICRO + 5) *
	    MICRO / b->w_text + 4;
}

int
blend_compare(const struct blended *a, const struct blended *b)
{
	if (a->score != b->score)
		return a->score > b->score ? -1 : 1;
	return (a->updated < b->updated) - (a->updated > b->updated);
}

void
blend_explain(const struct blend *b, const struct blended *of,
    struct cx_printer *p)
{
	bool query = of->text >= 0;
	const struct {
		const char *name;
		int64_t value, weight;
	} parts[] = {{"relevance", of->text, b->w_text},
	    {"recency", of->recency, query ? b->w_recency : ALONE_RECENCY},
	    {"activation", of->activation,
		query ? b->w_activation : ALONE_ACTIVATION}};

	for (size_t i = query ? 0 : 1; i < 3; i++) {
		cx_print_kobject(p, parts[i].name);
		cx_print_kmicro(p, "value", parts[i].value);
		cx_print_kmicro(p, "weight", parts[i].weight);
		cx_print_end(p);
	}
}
