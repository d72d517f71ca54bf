#include "lib/record/layerfiles.h"
#include "lib/base/date.h"
#include "lib/record/life.h"

#include <stdlib.h>

/* What decides where a note goes. */
struct cx_layer_place {
	int64_t sec; /* of updated; no date is before all */
	int64_t day;
	bool archived;
};

void
cx_layer_files_add(struct cx_layer_files *f, const struct cx_record *rec)
{
	struct cx_str updated = cx_record_updated(rec);
	struct cx_layer_place place;
	struct cx_date date;

	place.day = cx_updated_day(updated);
	place.sec = cx_date_parse(updated, &date) ? date.sec : INT64_MIN;
	place.archived = cx_status_is(cx_record_str(rec, "status", CX_STR("")),
	    "archived");
	*CX_NEXT(f->v, f->n, f->cap) = place;
}

/* Notes of the collection, which is in path order. */
struct turn {
	int64_t sec;
	size_t note;
};

/* Newest first; qsort need not be stable. */
static int
by_date(const void *va, const void *vb)
{
	const struct turn *a = va, *b = vb;

	if (a->sec != b->sec)
		return a->sec > b->sec ? -1 : 1;
	return (a->note > b->note) - (a->note < b->note);
}

static void
write_layer(const struct cx_layer_files *f, const struct cx_table *notes,
    const struct turn *turns, struct cx_stage *s, enum cx_layer layer)
{
	static const char *const files[CX_LAYERS] = {"hot.json", "warm.json",
	    "cold.json"};
	static const enum cx_text texts[] = {CX_TEXT_PATH, CX_TEXT_NAME,
	    CX_TEXT_TYPE, CX_TEXT_PROJECT, CX_TEXT_TAGS, CX_TEXT_UPDATED,
	    CX_TEXT_LINES};
	struct cx_buf *out = cx_stage_file(s, files[layer]);
	bool first = true;

	cx_buf_puts(out, "[\n");
	for (size_t i = 0; i < notes->n; i++) {
		const struct cx_row *h = &notes->v[turns[i].note];
		const struct cx_layer_place *p = &f->v[h->number];

		if (p->archived || cx_layer_of_day(&f->layers, p->day) != layer)
			continue;
		if (!first)
			cx_buf_puts(out, ",\n");
		first = false;
		cx_row_entry(out, notes, h, texts,
		    sizeof texts / sizeof texts[0]);
		cx_stage_more(s);
	}
	cx_buf_puts(out, first ? "]\n" : "\n]\n");
}

void
cx_layer_files_write(struct cx_layer_files *f,
    const struct cx_table *notes, struct cx_stage *s)
{
	struct turn *turns = cx_calloc(notes->n, sizeof *turns);

	for (size_t i = 0; i < notes->n; i++) {
		const struct cx_layer_place *p = &f->v[notes->v[i].number];

		turns[i] = (struct turn){p->sec, i};
		cx_layers_see(&f->layers, p->day);
	}
	CX_SORT(turns, notes->n, by_date);
	for (int i = 0; i < CX_LAYERS; i++)
		write_layer(f, notes, turns, s, (enum cx_layer)i);
	free(turns);
	free(f->v);
	f->v = NULL;
	f->n = f->cap = 0;
}

static void
add(void *files, const struct cx_record *rec, uint32_t number)
{
	(void)number;
	cx_layer_files_add(files, rec);
}

void
cx_layer_files_of(const struct cx_layers *layers, char *const *files, int n,
    struct cx_stage *s)
{
	struct cx_layer_files out = {.layers = *layers};
	struct cx_table notes = {.v = NULL};

	cx_table_read(&notes, files, n, add, &out);
	cx_layer_files_write(&out, &notes, s);
	cx_table_release(&notes);
}
