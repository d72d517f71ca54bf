/* Keys of atoms and links (resolve.h), sorted: the file linkkeys. */
#include "lib/searchbuild-impl.h"

#include <stdlib.h>

static void
note(void *arg, struct cx_str key)
{
	struct keys *k = arg;
	struct key one = {.atom = k->atom, .len = (uint32_t)key.len,
	    .at = k->text.len, .link = k->link};

	for (size_t i = 0; i < key.len; i++) {
		unsigned char c = (unsigned char)key.s[i];

		if (c <= 0x20 || c == 0x7F || c == '%')
			cx_buf_fmt(&k->text, "%%%02X", c);
		else
			cx_buf_char(&k->text, (char)c);
	}
	if (k->text.len - one.at > UINT32_MAX)
		cx_die(CX_FAIL, "a name above 4 GiB");
	one.len = (uint32_t)(k->text.len - one.at);
	CX_GROW(k->v, k->n, k->cap);
	k->v[k->n++] = one;
}

void
cx_sb_own_keys(struct keys *k, uint32_t atom, const struct cx_record *rec)
{
	k->atom = atom;
	k->link = false;
	cx_resolve_record_keys(rec, note, k);
}

void
cx_sb_link_keys(struct keys *k, uint32_t atom, struct cx_str target)
{
	k->atom = atom;
	k->link = true;
	cx_resolve_target_keys(target, note, k);
}

void
cx_sb_keys_release(struct keys *k)
{
	cx_buf_release(&k->text);
	free(k->v);
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
	if (n > 1)
		qsort(v, n, sizeof *v, ascending);
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

void
cx_sb_print_keys(struct cx_search_build *b, struct cx_buf *out)
{
	const struct keys *k = &b->keys;
	struct sorted_word *w = cx_calloc(k->n, sizeof *w);
	uint64_t *v = cx_malloc(cx_mul(k->n, sizeof *v));
	size_t n = 0;

	if (k->n > UINT32_MAX)
		cx_die(CX_FAIL, "more than 2^32 links");
	for (size_t i = 0; i < k->n; i++) {
		if (b->atoms[k->v[i].atom].status == NONE)
			continue;
		w[n++] = (struct sorted_word){.word = cx_strn(k->text.s +
		    k->v[i].at, k->v[i].len), .number = (uint32_t)i};
	}
	cx_sb_sort(w, n);
	for (size_t i = 0; i < n;) {
		struct cx_str key = w[i].word;
		size_t m = 0;

		for (; i < n && cx_str_eq(w[i].word, key); i++) {
			const struct key *one = &k->v[w[i].number];
			uint64_t atom = b->rank ? b->rank[one->atom]
						: one->atom;

			v[m++] = atom << 1 | one->link;
		}
		print_key(out, key, v, m);
	}
	free(w);
	free(v);
}
