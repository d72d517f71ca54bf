/* Turns records into items and chooses what is shown. */
#include "bin/cx-pack/pack.h"
#include "lib/record/damage.h"
#include "lib/base/date.h"
#include "lib/base/utf8.h"
#include "lib/record/life.h"
#include "lib/text/quote.h"
#include "lib/text/sentences.h"
#include "lib/pack/tokens.h"

#define WEEK (INT64_C(7) * CX_DAY)

static bool
one_of(struct cx_str s, const char *const *names)
{
	for (; *names; names++) {
		if (cx_str_is(s, *names))
			return true;
	}
	return false;
}

static bool
is_true(const struct cx_json *v)
{
	return v && (v->type == CX_JSON_TRUE || (v->type == CX_JSON_STRING &&
	    cx_str_is(cx_json_str(v), "true")));
}

static enum section
section_of(const struct pack *p, const struct item *it,
    const struct cx_record *rec, int64_t edited)
{
	static const char *const learnings[] = {"error", "learning", "lesson",
	    NULL};

	if (p->project && !cx_str_is(it->project, p->project))
		return LINKED;
	if (is_true(cx_record_member(rec, "pinned")))
		return PINNED;
	if (edited != INT64_MIN && cx_now() - edited <= WEEK)
		return NEW;
	if (cx_status_is(cx_record_str(rec, "status", CX_STR("")), "open") ||
	    (cx_str_is(it->type, "thread") && !cx_life_over(p->config, rec)))
		return THREADS;
	if (cx_str_is(it->type, "decision"))
		return DECISIONS;
	if (cx_str_is(it->type, "preference"))
		return PREFERENCES;
	if (one_of(it->type, learnings))
		return LEARNINGS;
	return REST;
}

/*
 * Text that nobody takes for ours: control bytes are visible, and nothing
 * begins a tag, or an HTML comment as our markers and those of cx-moc do, or
 * is hidden.
 */
static struct cx_str
clean(struct pack *p, struct cx_str text, bool one_line)
{
	CX_AUTO_BUF seen = CX_BUF_INIT, out = CX_BUF_INIT;
	struct cx_str line, piece, all;
	uint32_t cp;
	size_t n;

	while (cx_str_split(&text, '\n', &line)) {
		if (cx_str_ends(line, CX_STR("\r")))
			line.len--;
		while (cx_str_split(&line, '\t', &piece)) {
			cx_put_visible(&seen, piece);
			if (piece.s + piece.len < line.s)
				cx_buf_puts(&seen, "    ");
		}
		cx_buf_char(&seen, one_line ? ' ' : '\n');
	}
	all = cx_str_trim(cx_buf_view(&seen));
	for (; all.len; all = cx_str_from(all, n)) {
		n = cx_utf8_decode(all.s, all.len, &cp, NULL);
		if (cp == '<' && cx_opens_tag(cx_str_from(all, n)))
			cx_buf_puts(&out, "&lt;");
		else if (cp != '\n' && cx_is_hidden(cp))
			cx_buf_fmt(&out, "\\u%04x", (unsigned)cp);
		else
			cx_buf_add(&out, all.s, n);
	}
	all = cx_arena_copy(&p->arena, cx_buf_view(&out));
	return all;
}

static struct cx_str
member(struct pack *p, const struct cx_record *rec, const char *name,
    const char *fallback)
{
	const struct cx_json *v = cx_record_member(rec, name);
	struct cx_str s = v && v->type == CX_JSON_STRING && v->len ?
	    cx_json_str(v) : cx_str(fallback);

	return clean(p, s, true);
}

static void
add_piece(void *arg, struct cx_str text, bool soft)
{
	struct pack *p = arg;

	*CX_NEXT(p->pieces, p->n_pieces, p->pieces_cap) = (struct piece){
	    .text = text, .soft = soft, .tokens = UNCOUNTED};
}

/* A copy that can be parsed. */
static struct cx_str
padded(struct pack *p, struct cx_str line)
{
	char *s = cx_arena_alloc(&p->arena, cx_add(line.len, CX_JSON_PAD));

	memcpy(s, line.s, line.len);
	return cx_strn(s, line.len);
}

void
pack_add(struct pack *p, const struct cx_record *rec)
{
	struct item it = {.record = *rec, .head_tokens = UNCOUNTED};
	int64_t edited = cx_last_touched(rec).edited;

	it.as_read = cx_arena_copy(&p->arena, cx_record_path(rec));
	it.path = clean(p, cx_record_path(rec), true);
	it.name = member(p, rec, "name", "");
	if (!it.name.len)
		it.name = it.path;
	it.type = member(p, rec, "type", "unknown");
	it.project = member(p, rec, "project", "unknown");
	it.updated = CX_STR("undated");
	if (cx_record_updated(rec).len)
		it.updated = member(p, rec, "updated", "undated");
	else if (edited != INT64_MIN)
		it.updated = member(p, rec, "created", "undated");
	it.damage = cx_damage_words(cx_damage(rec->root));
	it.trust = cx_trust_of(p->trust, rec->root, it.as_read);
	if (edited > p->newest)
		p->newest = edited;
	it.section = section_of(p, &it, rec, edited);
	it.about = member(p, rec, "description", "");
	it.record.line = padded(p, rec->line);
	*CX_NEXT(p->items, p->n, p->cap) = it;
}

void
pack_read(struct pack *p, struct item *it)
{
	struct cx_record *rec = &it->record;
	struct cx_str body = CX_STR("");
	const char *why;

	if (it->read)
		return;
	it->read = true;
	it->first = p->n_pieces;
	if (!p->parser)
		p->parser = cx_json_new();
	rec->root = cx_json_parse(p->parser, rec->line.s, rec->line.len, &why);
	if (!rec->root)
		cx_record_die(rec, "not a JSON object: %s", why);
	if (!p->no_body && cx_body_visible(&p->bodies, rec, &body))
		body = cx_without_title(clean(p, body, false), it->name);
	/* What cx-new has taken from the text is not said twice. */
	if (it->about.len && !cx_str_starts(body, it->about)) {
		CX_AUTO_BUF line = CX_BUF_INIT;

		cx_buf_str(&line, it->about);
		cx_buf_char(&line, '\n');
		cx_sentences(cx_arena_copy(&p->arena, cx_buf_view(&line)),
		    add_piece, p);
	}
	cx_sentences(body, add_piece, p);
	rec->root = NULL;
	it->end = p->n_pieces;
}

/*
 * What is shown: half of the budget for the beginning of as many items as
 * possible, pinned ones first, the rest for more text of the best; what is
 * left then for further items.
 */

/* Of a single text at most a fourth of the budget, while there are others. */
#define SHARE 4
/* With less room no file is read for a text. */
#define TEXT_MIN 8

/* Pieces from `from` on, of which the tokens fit, up to the end of a sentence;
 * soft ones only where there was none so far. */
static size_t
fitting(struct pack *p, const struct item *it, size_t from, size_t room,
    size_t *tokens)
{
	size_t sum = 0, best = from, best_sum = 0, i = from;

	while (it->first + i < it->end) {
		struct piece *piece = &p->pieces[it->first + i];

		if (pack_tokens(p, piece) > room - sum)
			break;
		sum += piece->tokens;
		i++;
		if (!piece->soft) {
			best = i;
			best_sum = sum;
		}
	}
	if (best == from && (from == 0 ||
		p->pieces[it->first + from - 1].soft)) {
		best = i;
		best_sum = sum;
	}
	*tokens = best_sum;
	return best - from;
}

/* Pieces of the first sentence: what an item begins with. */
static size_t
first_sentence(const struct pack *p, const struct item *it)
{
	size_t i = it->first;

	while (i < it->end && p->pieces[i].soft)
		i++;
	return i < it->end ? i - it->first + 1 : i - it->first;
}

static void
show(struct pack *p, struct item *it, bool *titled, size_t limit)
{
	size_t cost = titled[it->section] ? 0 : p->section_tokens[it->section];
	size_t first, room, tokens, n = 0;

	if (it->shown || p->used + cost >= limit)
		return;
	cost += pack_head_tokens(p, it);
	if (p->used + cost + (it->read ? 0 : TEXT_MIN) > limit)
		return;
	pack_read(p, it);
	room = limit - p->used - cost;
	first = first_sentence(p, it);
	for (size_t i = 0; i < first && n < room; i++)
		n += pack_tokens(p, &p->pieces[it->first + i]);
	if (n < room)
		room = n;
	it->shown_pieces = fitting(p, it, 0, room, &tokens);
	/* A head without any of its text says too little. */
	if (it->end > it->first && !it->shown_pieces)
		return;
	it->shown = titled[it->section] = true;
	p->used += cost + tokens;
	p->shown++;
}

static void
show_all(struct pack *p, bool *titled, size_t limit)
{
	for (int pinned = 1; pinned >= 0; pinned--) {
		for (size_t i = 0; i < p->n; i++) {
			if ((p->items[i].section == PINNED) == pinned)
				show(p, &p->items[i], titled, limit);
		}
	}
}

static void
extend(struct pack *p, struct item *it, size_t limit, size_t share)
{
	size_t room = limit - p->used, tokens, n;

	if (!it->shown)
		return;
	n = fitting(p, it, it->shown_pieces, room < share ? room : share,
	    &tokens);
	it->shown_pieces += n;
	p->used += tokens;
}

static void
fill(struct pack *p, size_t limit)
{
	bool titled[SECTIONS] = {false};

	for (size_t i = 0; i < p->n; i++) {
		p->items[i].shown = false;
		p->items[i].shown_pieces = 0;
	}
	p->shown = 0;
	p->used = p->frame_tokens;
	show_all(p, titled, limit / 2);
	for (size_t i = 0; i < p->n; i++)
		extend(p, &p->items[i], limit, limit / SHARE);
	show_all(p, titled, limit);
	for (size_t i = 0; i < p->n; i++)
		extend(p, &p->items[i], limit, limit);
}

/* The tokens of the block as it is now, which are mostly fewer than those of
 * its parts. */
static size_t
measure(struct pack *p)
{
	p->text.len = 0;
	pack_block(p, &p->text);
	return cx_tokens(cx_buf_view(&p->text));
}

#define TRIES 4

/* Fills the block again with what its parts counted too much, or with less
 * where they counted too little. */
void
pack_fill(struct pack *p)
{
	size_t limit = p->budget, fits = 0, last = 0;
	int tries = 0;

	do {
		fill(p, limit);
		if (p->tokenizer)
			return;
		if (p->used == last)
			tries = TRIES; /* that is all there is */
		last = p->used;
		p->used = measure(p);
		if (p->used <= p->budget) {
			fits = limit;
			if (p->budget - p->used <= p->budget / 64)
				return;
			limit += p->budget - p->used;
		} else {
			limit = limit * p->budget / p->used;
			if (limit < fits)
				limit = fits;
		}
	} while (++tries < TRIES || (!fits && limit > p->frame_tokens));
	fill(p, fits);
	p->used = measure(p);
}
