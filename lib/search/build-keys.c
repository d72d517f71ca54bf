/* Keys of atoms and links (resolve.h), sorted: the file linkkeys. */
#include "lib/search/build-impl.h"

#include <stdlib.h>

#define LINK (UINT32_C(1) << 31)

static void
note(void *arg, struct cx_str key)
{
	struct keys *k = arg;
	struct key_head head = {.atom = k->atom};
	size_t at = k->text.len, len;

	cx_buf_add(&k->text, &head, sizeof head);
	cx_search_escape(&k->text, key);
	len = k->text.len - at - sizeof head;
	if (len >= LINK)
		cx_die(CX_FAIL, "a name above 2 GiB");
	head.len = (uint32_t)len | (k->link ? LINK : 0);
	memcpy(k->text.s + at, &head, sizeof head);
	k->n++;
}

void
cx_builder_own_keys(struct keys *k, uint32_t atom, const struct cx_record *rec)
{
	k->atom = atom;
	k->link = false;
	cx_resolve_record_keys(rec, note, k);
}

void
cx_builder_link_keys(struct keys *k, uint32_t atom, struct cx_str target)
{
	k->atom = atom;
	k->link = true;
	cx_resolve_target_keys(target, note, k);
}

void
cx_builder_keys_release(struct keys *k)
{
	cx_buf_release(&k->text);
	free(k->sorted);
	free(k->atoms);
	*k = (struct keys){.n = 0};
}

/* Twice the final number, plus 1 for a link. */
static int
ascending(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* A line of each sort of the atoms of one key. */
static void
print_key(struct cx_buf *out, struct cx_str key, uint64_t *v, size_t n)
{
	CX_SORT(v, n, ascending);
	/* "<" is before "=". */
	for (int link = 1; link >= 0; link--) {
		uint64_t last = UINT64_MAX;
		bool begun = false;

		for (size_t i = 0; i < n; i++) {
			if ((int)(v[i] & 1) != link || v[i] == last)
				continue;
			if (!begun) {
				cx_buf_str(out, key);
				cx_buf_puts(out, link ? " <" : " =");
			}
			begun = true;
			cx_buf_char(out, ' ');
			cx_buf_int(out, (int64_t)(v[i] >> 1));
			last = v[i];
		}
		if (begun)
			cx_buf_char(out, '\n');
	}
}

static void
sort_keys(struct cx_search_build *b)
{
	struct keys *k = &b->keys;
	struct key_head head;

	k->sorted = cx_calloc(k->n, sizeof *k->sorted);
	for (size_t at = 0; at < k->text.len;) {
		struct cx_str word = {k->text.s + at + sizeof head, 0};

		memcpy(&head, k->text.s + at, sizeof head);
		word.len = head.len & ~LINK;
		at += sizeof head + word.len;
		if (b->atoms[head.atom].status != NONE)
			k->sorted[k->n_sorted++] = (struct sorted_word){
			    .word = word};
	}
	cx_builder_sort(k->sorted, k->n_sorted);
}

/* Prints the key at *at, and goes on to the next; false at the end. */
static bool
print_next(struct cx_search_build *b, size_t *at)
{
	struct keys *k = &b->keys;
	struct key_head head;
	struct cx_str key;
	size_t n = 0;

	if (*at == k->n_sorted)
		return false;
	key = k->sorted[*at].word;
	for (; *at < k->n_sorted && cx_str_eq(k->sorted[*at].word, key);
	    ++*at) {
		uint64_t atom;

		if (*at + AHEAD < k->n_sorted)
			AHEAD_OF(k->sorted[*at + AHEAD].word.s - sizeof head);
		memcpy(&head, k->sorted[*at].word.s - sizeof head,
		    sizeof head);
		atom = b->rank ? b->rank[head.atom] : head.atom;
		CX_GROW(k->atoms, n, k->atoms_cap);
		k->atoms[n++] = atom << 1 | ((head.len & LINK) != 0);
	}
	print_key(&b->keys_text, key, k->atoms, n);
	return true;
}

void
cx_builder_print_keys(struct cx_search_build *b)
{
	size_t at = 0;

	sort_keys(b);
	while (print_next(b, &at))
		continue;
	cx_builder_keys_release(&b->keys);
}
