/*
 * What is shown: half of the budget for the beginning of as many items as
 * possible, pinned ones first, the rest for more text of the best; what is
 * left then for further items.
 */
#include "bin/cx-pack/pack.h"

#include <stdlib.h>

/* Of a single text at most a fourth of the budget, while there are others. */
#define SHARE 4

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
	if (p->used + cost > limit)
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

void
pack_fill(struct pack *p)
{
	/* Tokens are an estimate; this is what it may be wrong by. */
	size_t margin = p->tokenizer ? 0 : p->budget / 64;
	bool titled[SECTIONS] = {false};
	size_t limit = p->budget > p->frame_tokens + margin ?
	    p->budget - margin : p->frame_tokens;

	p->used = p->frame_tokens;
	show_all(p, titled, limit / 2);
	for (size_t i = 0; i < p->n; i++)
		extend(p, &p->items[i], limit, limit / SHARE);
	show_all(p, titled, limit);
	for (size_t i = 0; i < p->n; i++)
		extend(p, &p->items[i], limit, limit);
}
