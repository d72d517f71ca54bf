/* cx-layer - partition records into hot, warm and cold by date */
#include "lib/record/collect.h"
#include "lib/config/config.h"
#include "lib/base/date.h"
#include "lib/record/layer.h"
#include "lib/record/life.h"
#include "lib/base/opt.h"
#include "lib/index/publisher.h"
#include "lib/record/record.h"

#include <stdlib.h>

static struct cx_publisher publisher;
static const char *only_layers;
static int64_t hot_days = -1, warm_days = -1;

static const struct cx_opt options[] = {
    CX_PUBLISHER_OPTIONS(publisher),
    CX_OPT_TEXT(0, "only", "LAYER,...", only_layers,
	"print only the records of these layers"),
    CX_OPT_INT(0, "hot", "DAYS", hot_days, 0, INT32_MAX,
	"maximum age of a hot note, in days (2)"),
    CX_OPT_INT(0, "warm", "DAYS", warm_days, 0, INT32_MAX,
	"maximum age of a warm note, in days (7)"),
    CX_OPT_NOW, CX_OPT_CONFIG, CX_OPT_END};

static const struct cx_usage usage = {"cx-layer",
    "[-c CONFIG] [--only LAYER,...] [--hot DAYS] [--warm DAYS] "
    "[--now DATE] "
    "[-o DIR | --stage DIR] [FILE...]\n"
    "--commit DIR [ID]",
    "partition records into hot, warm and cold by date", options, false};

/* What decides where an atom goes, by number of arrival. */
struct place {
	int64_t sec; /* of updated; no date is before all */
	enum cx_layer layer;
	bool archived;
};

struct places {
	struct cx_layers layers;
	struct place *v;
	size_t n, cap;
};

/* --- records in, records out --- */

static void
annotate(const struct cx_layers *layers, unsigned only, char *const *files,
    int n)
{
	static const char *const json[CX_LAYERS] = {"\"hot\"", "\"warm\"",
	    "\"cold\""};
	struct cx_reader *reader = cx_reader_open(files, n);
	struct cx_record rec;

	while (cx_reader_next(reader, &rec)) {
		struct cx_member member = {"layer", {NULL, 0}};
		enum cx_layer layer;

		/* What is gone has no layer: it passes as it is, or not. */
		if (cx_record_gone(&rec)) {
			if (only)
				continue;
			cx_buf_str(cx_out(), rec.line);
		} else {
			layer = cx_layer_of(layers, cx_record_updated(&rec));
			if (only && !(only >> layer & 1))
				continue;
			member.value = cx_str(json[layer]);
			cx_record_put(cx_out(), rec.line, &member, 1);
		}
		cx_buf_char(cx_out(), '\n');
		cx_out_record();
	}
	cx_reader_close(reader);
}

/* --- layers/ --- */

static void
add_place(void *arg, const struct cx_record *rec, uint32_t number)
{
	struct cx_str updated = cx_record_updated(rec);
	struct places *p = arg;
	struct cx_date date;
	struct place place;

	(void)number; /* they come in this order */
	place.layer = cx_layer_of(&p->layers, updated);
	place.sec = cx_date_parse(updated, &date) ? date.sec : INT64_MIN;
	place.archived = cx_status_is(cx_record_str(rec, "status", CX_STR("")),
	    "archived");
	*CX_NEXT(p->v, p->n, p->cap) = place;
}

/* Atoms of the collection, which is in path order. */
struct turn {
	int64_t sec;
	size_t atom;
};

/* Newest first; qsort need not be stable. */
static int
by_date(const void *va, const void *vb)
{
	const struct turn *a = va, *b = vb;

	if (a->sec != b->sec)
		return a->sec > b->sec ? -1 : 1;
	return (a->atom > b->atom) - (a->atom < b->atom);
}

static void
write_layer(struct cx_stage *s, const struct cx_collection *atoms,
    const struct turn *turns, const struct places *places,
    enum cx_layer layer)
{
	static const char *const files[CX_LAYERS] = {"hot.json", "warm.json",
	    "cold.json"};
	static const enum cx_text texts[] = {CX_TEXT_PATH, CX_TEXT_NAME,
	    CX_TEXT_TYPE, CX_TEXT_PROJECT, CX_TEXT_TAGS, CX_TEXT_UPDATED,
	    CX_TEXT_LINES};
	struct cx_buf *out = cx_stage_file(s, files[layer]);
	bool first = true;

	cx_buf_puts(out, "[\n");
	for (size_t i = 0; i < atoms->n; i++) {
		const struct cx_held *h = &atoms->v[turns[i].atom];
		const struct place *p = &places->v[h->number];

		if (p->archived || p->layer != layer)
			continue;
		if (!first)
			cx_buf_puts(out, ",\n");
		first = false;
		cx_held_entry(out, atoms, h, texts,
		    sizeof texts / sizeof texts[0]);
		cx_stage_more(s);
	}
	cx_buf_puts(out, first ? "]\n" : "\n]\n");
}

static void
write_layers(struct cx_publisher *p, const struct cx_layers *layers,
    char *const *files, int n)
{
	struct places places = {.layers = *layers};
	struct cx_collection atoms = {.v = NULL};
	struct cx_stage *stage;
	struct turn *turns;

	cx_collect(&atoms, files, n, add_place, &places);
	turns = cx_calloc(atoms.n, sizeof *turns);
	for (size_t i = 0; i < atoms.n; i++)
		turns[i] = (struct turn){places.v[atoms.v[i].number].sec, i};
	CX_SORT(turns, atoms.n, by_date);
	cx_publisher_open(p);
	stage = cx_stage_new(p->fd);
	for (int i = 0; i < CX_LAYERS; i++)
		write_layer(stage, &atoms, turns, &places, (enum cx_layer)i);
	cx_publisher_end(p, stage);
	cx_collection_release(&atoms);
	free(turns);
	free(places.v);
}

/* A bit per layer of "hot,warm". */
static unsigned
parse_only(const struct cx_args *a)
{
	struct cx_str rest = cx_str(only_layers), name;
	unsigned only = 0;

	while (cx_str_split(&rest, ',', &name)) {
		enum cx_layer layer = cx_layer_named(name);

		if (layer == CX_LAYERS)
			cx_usage_die(a, "--only must be one of hot, warm and "
			    "cold, not '%.*s'", (int)name.len, name.s);
		only |= 1u << layer;
	}
	if (!only)
		cx_usage_die(a, "--only: which layers? such as hot,warm");
	return only;
}

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args_parse(&usage, argc, argv);
	unsigned only = only_layers ? parse_only(&a) : 0;
	struct cx_config *config;
	struct cx_layers layers;

	if (publisher.mode != CX_NOWHERE && only)
		cx_usage_die(&a, "--only selects records of a stream; -o "
		    "writes all layers");
	if (publisher.mode == CX_COMMIT) {
		cx_publisher_commit_asked(&publisher, &a, NULL);
		return cx_finish();
	}
	config = cx_config_load(cx_common.config);
	layers = cx_layers_init(config, hot_days, warm_days);
	cx_config_free(config);
	if (publisher.mode == CX_NOWHERE)
		annotate(&layers, only, a.argv, a.argc);
	else
		write_layers(&publisher, &layers, a.argv, a.argc);
	return cx_finish();
}
