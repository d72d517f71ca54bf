/* mentions.c: finds unlinked names of atoms in the prose of others. */
#include "links.h"

#include "lib/base/utf8.h"
#include "lib/markdown/md.h"
#include "lib/json/print.h"
#include "lib/text/analyze.h"
#include "lib/text/wordtree.h"

#include <stdlib.h>

/* --- words --- */

#define NONE CX_WORDTREE_NONE

/*
 * Words are runs of letters and digits in lower case and NFC; a character of
 * a script that is written without blanks (Han, Kana, Thai, ...) is a word,
 * and so is any other character that is not a blank.  So a name meets the same
 * words with any blanks between them, and never a part of a word.
 */
struct word {
	size_t start, end; /* bytes */
	bool letters;	   /* has a letter */
	bool dense;	   /* of a script without spaces */
};

/* Shortest name, in characters: "API" would be found everywhere.  Two will do
 * where a character is as good as a word. */
#define SHORTEST 4
#define SHORTEST_DENSE 2

/* The next word of text from *at on; false at the end. */
static bool
word_next(struct cx_str text, size_t *at, struct word *w)
{
	uint32_t c = ' ';
	size_t n = 0;

	for (; *at < text.len; *at += n) {
		n = cx_utf8_decode(text.s + *at, text.len - *at, &c, NULL);
		if (!cx_is_space(c))
			break;
	}
	if (*at == text.len)
		return false;
	*w = (struct word){*at, *at + n, cx_is_letter(c), cx_unspaced(c)};
	*at += n;
	if (w->dense || !cx_is_wordchar(c))
		return true;
	for (; *at < text.len; *at += n) {
		n = cx_utf8_decode(text.s + *at, text.len - *at, &c, NULL);
		if (!cx_is_wordchar(c) || cx_unspaced(c))
			break;
		w->letters = w->letters || cx_is_letter(c);
	}
	w->end = *at;
	return true;
}

/* --- what is known --- */

/* A name of an atom. */
struct entry {
	uint32_t name;
	uint32_t atom;
	uint32_t next; /* atom of the same name, by path; NONE: none */
};

/* By name: the atoms of that name. */
struct owners {
	uint32_t first, last; /* entries */
	uint32_t n;
};

struct match {
	uint32_t name;
	size_t from; /* number of its first word in the text */
	size_t start, end;
};

/* What one note mentions. */
struct found {
	uint32_t name;
	int64_t line;
	int64_t count;
	size_t start, end; /* of the first */
};

struct mentions {
	struct graph *g;
	struct cx_wordtree names;
	struct cx_buf key; /* a word, folded */
	struct entry *entry;
	size_t nentry, entry_cap;
	size_t *first;         /* by atom: its entries; one more at the end */
	struct owners *owners; /* by name */

	uint32_t source;
	struct cx_str body;
	/* Per source without clearing: valid if equal to source + 1. */
	uint32_t *own;    /* by name: one of source */
	uint32_t *linked; /* by atom: linked from source */
	uint32_t *seen;   /* by atom or, for shared names, n + name */
	size_t *seen_at;  /* its place in found */
	struct found *found;
	size_t nfound, found_cap;

	/* The paragraph. */
	struct match *match;
	size_t nmatch, match_cap;
	size_t *bracket; /* open "[" */
	size_t nbracket, bracket_cap;

	size_t words;       /* seen in this text */
	size_t line_at;     /* lines before it have been counted */
	int64_t line;       /* the line of line_at */
	size_t no_paren_to; /* no ")" before this offset */
};

/* --- names --- */

static struct cx_str
key_of(struct mentions *m, struct cx_str text, const struct word *w)
{
	m->key.len = 0;
	cx_utf8_key(&m->key, cx_strn(text.s + w->start, w->end - w->start));
	return cx_buf_view(&m->key);
}

static void
add_name(struct mentions *m, uint32_t atom, struct cx_str name)
{
	bool letters = false, dense = false;
	size_t at = 0, count = cx_utf8_count(cx_str_trim(name));
	struct word w;
	uint32_t node = 0;

	while (word_next(name, &at, &w)) {
		letters = letters || w.letters;
		dense = dense || w.dense;
	}
	/* No text mentions dates and numbers as names. */
	if (!letters || count < (dense ? SHORTEST_DENSE : SHORTEST))
		return;
	for (at = 0; word_next(name, &at, &w);)
		node = cx_wordtree_add(&m->names, node, key_of(m, name, &w));
	*CX_NEXT(m->entry, m->nentry, m->entry_cap) = (struct entry){
	    cx_wordtree_name(&m->names, node), atom, NONE};
}

static void
add_names(struct mentions *m)
{
	struct graph *g = m->g;
	struct owners *o;
	size_t i, k;

	m->first = cx_calloc(cx_add(g->n, 1), sizeof *m->first);
	for (i = 0; i < g->n; i++) {
		uint32_t atom = g->order[i];
		size_t names = cx_resolver_names(g->resolver, atom);

		m->first[i] = m->nentry;
		for (k = 0; k < names; k++)
			add_name(
			    m, atom, cx_resolver_name_at(g->resolver, atom, k));
	}
	m->first[g->n] = m->nentry;
	cx_wordtree_build(&m->names);
	m->owners = cx_calloc(m->names.names, sizeof *m->owners);
	for (i = 0; i < m->nentry; i++) {
		o = &m->owners[m->entry[i].name];
		if (o->n && m->entry[o->last].atom == m->entry[i].atom)
			continue; /* an alias that is also the name */
		if (o->n)
			m->entry[o->last].next = (uint32_t)i;
		else
			o->first = (uint32_t)i;
		o->last = (uint32_t)i;
		o->n++;
	}
}

/* --- one text --- */

/* The line of an offset; offsets come in ascending order. */
static int64_t
line_of(struct mentions *m, size_t offset)
{
	const char *nl;

	while ((nl = memchr(m->body.s + m->line_at, '\n',
		    offset - m->line_at)) != NULL) {
		m->line++;
		m->line_at = (size_t)(nl - m->body.s) + 1;
	}
	m->line_at = offset;
	return m->line;
}

static void
keep(struct mentions *m, const struct match *x)
{
	const struct owners *o = &m->owners[x->name];
	uint32_t mark = m->source + 1, atom = m->entry[o->first].atom;
	size_t slot = o->n == 1 ? atom : (size_t)m->g->n + x->name;

	if (m->own[x->name] == mark || (o->n == 1 && m->linked[atom] == mark))
		return;
	if (m->seen[slot] == mark) {
		m->found[m->seen_at[slot]].count++;
		return;
	}
	m->seen[slot] = mark;
	m->seen_at[slot] = m->nfound;
	CX_GROW(m->found, m->nfound, m->found_cap);
	m->found[m->nfound++] =
	    (struct found){x->name, line_of(m, x->start), 1, x->start, x->end};
}

static void
end_paragraph(struct mentions *m)
{
	size_t i;

	for (i = 0; i < m->nmatch; i++)
		keep(m, &m->match[i]);
	m->nmatch = 0;
	m->nbracket = 0;
}

/* A name that ends with the last word, d words long. */
static void
add_match(struct mentions *m, uint32_t name, size_t d, size_t start, size_t end)
{
	size_t from = m->words - d;

	/* What lies within a longer name is not meant. */
	while (m->nmatch && m->match[m->nmatch - 1].from >= from)
		m->nmatch--;
	CX_GROW(m->match, m->nmatch, m->match_cap);
	m->match[m->nmatch++] = (struct match){name, from, start, end};
}

/* Brackets: [text](url) and [text][reference] are links.  Returns where to
 * read on. */
static size_t
bracket(struct mentions *m, size_t at, size_t end)
{
	char c = m->body.s[at];
	size_t open, close;

	if (c == '[') {
		*CX_NEXT(m->bracket, m->nbracket, m->bracket_cap) = at;
		return at + 1;
	}
	if (m->nbracket == 0)
		return at + 1;
	open = m->bracket[--m->nbracket];
	if (at + 1 == end ||
	    (m->body.s[at + 1] != '(' && m->body.s[at + 1] != '['))
		return at + 1;
	while (m->nmatch && m->match[m->nmatch - 1].start >= open)
		m->nmatch--;
	if (m->body.s[at + 1] == '[' || at < m->no_paren_to)
		return at + 1;
	for (close = at; close < end; close++) {
		if (m->body.s[close] == ')')
			return close + 1;
		if (m->body.s[close] == '\n')
			break;
	}
	m->no_paren_to = close;
	return at + 1;
}

/* Behind a word: the end of the URL that it begins, or at. */
static size_t
url(const struct mentions *m, size_t at, size_t end)
{
	if (end - at < 3 || memcmp(m->body.s + at, "://", 3) != 0)
		return at;
	while (at < end && !cx_is_blank(m->body.s[at]))
		at++;
	return at;
}

static bool
blank_line(struct cx_str gap)
{
	const char *nl = gap.len ? memchr(gap.s, '\n', gap.len) : NULL;

	return nl &&
	       memchr(nl + 1, '\n', gap.len - (size_t)(nl + 1 - gap.s)) != NULL;
}

/* Where the words of the longest name begin. */
struct ring {
	size_t *start;
	size_t n;
};

static void
read_prose(struct mentions *m, struct ring *ring, size_t from, size_t to)
{
	struct cx_str text = {m->body.s, to};
	size_t at = from, next, gap = from;
	uint32_t state = 0, hit;
	struct word w;

	while (word_next(text, &at, &w)) {
		if (blank_line(cx_strn(text.s + gap, w.start - gap))) {
			end_paragraph(m);
			state = 0;
		}
		gap = w.end;
		state = cx_wordtree_step(&m->names, state,
		    key_of(m, text, &w));
		ring->start[m->words++ % ring->n] = w.start;
		hit = m->names.node[state].match;
		if (hit != NONE) {
			size_t d = m->names.node[hit].depth;

			add_match(m, m->names.node[hit].name, d,
			    ring->start[(m->words - d) % ring->n], w.end);
		}
		next = at;
		if (text.s[w.start] == '[' || text.s[w.start] == ']')
			next = bracket(m, w.start, to);
		else
			next = url(m, w.end, to);
		if (next > at) {
			/* A word that begins a URL is a part of it. */
			while (text.s[w.start] != ']' && m->nmatch &&
			       m->match[m->nmatch - 1].end == w.end)
				m->nmatch--;
			state = 0;
			at = gap = next;
		}
	}
}

static void
read_body(struct mentions *m, struct ring *ring)
{
	struct cx_md md;
	struct cx_md_item it;
	size_t end = 0;

	m->words = m->line_at = m->no_paren_to = 0;
	m->line = 1;
	cx_md_init(&md, m->body,
	    CX_MD_TEXT | CX_MD_LINK | CX_MD_REF | CX_MD_CODE | CX_MD_COMMENT);
	while (cx_md_next(&md, &it)) {
		if (it.kind != CX_MD_TEXT) {
			if (it.block)
				end_paragraph(m);
			continue;
		}
		if (blank_line(cx_strn(m->body.s + end, it.start - end)))
			end_paragraph(m);
		read_prose(m, ring, it.start, it.end);
		end = it.end;
	}
	end_paragraph(m);
}

/* --- output --- */

static void
print_found(struct mentions *m, const struct found *f, int64_t before)
{
	const struct owners *o = &m->owners[f->name];
	struct cx_printer p = cx_printer(cx_out());
	uint32_t e = o->first, i;

	cx_print_object(&p);
	cx_print_kstr(&p, "path", atom_path(m->g, m->source));
	cx_print_key(&p, "to");
	if (o->n == 1)
		cx_print_str(&p, atom_path(m->g, m->entry[e].atom));
	else
		cx_print_null(&p);
	cx_print_kint(&p, "line", before + f->line);
	cx_print_kint(&p, "count", f->count);
	cx_print_kstr(
	    &p, "text", cx_strn(m->body.s + f->start, f->end - f->start));
	if (o->n > 1) {
		cx_print_karray(&p, "candidates");
		for (i = 0; i < CX_CANDIDATES && e != NONE; i++) {
			cx_print_str(&p, atom_path(m->g, m->entry[e].atom));
			e = m->entry[e].next;
		}
		cx_print_end(&p);
		cx_print_kint(&p, "ncandidates", o->n);
	}
	cx_print_line(&p);
	cx_out_record();
}

/* Lines of front matter: those of the file that are not of the body. */
static int64_t
lines_before(const struct atom *a)
{
	int64_t n = a->lines - 1;
	size_t i;

	for (i = 0; i < a->body.len; i++)
		n -= a->body.s[i] == '\n';
	return n > 0 ? n : 0;
}

static void
read_atom(struct mentions *m, size_t rank, struct ring *ring)
{
	uint32_t source = m->g->order[rank], mark = source + 1;
	const struct atom *a = &m->g->atom[source];
	int64_t before;
	size_t i;

	for (i = m->first[rank]; i < m->first[rank + 1]; i++)
		m->own[m->entry[i].name] = mark;
	for (i = a->first; i < a->end; i++)
		if (m->g->link[i].atom != NO_ATOM)
			m->linked[m->g->link[i].atom] = mark;
	m->source = source;
	m->body = a->body;
	m->nfound = 0;
	read_body(m, ring);
	before = lines_before(a);
	for (i = 0; i < m->nfound; i++)
		print_found(m, &m->found[i], before);
}

/* False if there is no text at all. */
static bool
have_bodies(const struct graph *g)
{
	size_t without = 0, i;
	struct cx_str path = {"", 0};

	for (i = g->n; i-- > 0;) {
		if (g->atom[g->order[i]].body.s)
			continue;
		without++;
		path = atom_path(g, g->order[i]);
	}
	if (without && without == g->n) {
		cx_error(CX_USAGE, "--mentions looks into the text, and these "
				   "records have no body; use cx-scan --body");
		return false;
	}
	if (without)
		cx_warn("%.*s: this record has no body, its text was not "
			"looked at (%zu such records)",
		    (int)path.len, path.s, without);
	return true;
}

void
print_mentions(struct graph *g)
{
	struct mentions m = {.g = g};
	struct ring ring = {NULL, 1};
	size_t i;

	if (!have_bodies(g))
		return;
	add_names(&m);
	if (m.names.depth)
		ring.n = m.names.depth;
	ring.start = cx_calloc(ring.n, sizeof *ring.start);
	m.own = cx_calloc(m.names.names, sizeof *m.own);
	m.linked = cx_calloc(cx_add(g->n, 1), sizeof *m.linked);
	m.seen = cx_calloc(cx_add(g->n, m.names.names), sizeof *m.seen);
	m.seen_at = cx_calloc(cx_add(g->n, m.names.names), sizeof *m.seen_at);
	for (i = 0; i < g->n; i++)
		if (g->atom[g->order[i]].body.s)
			read_atom(&m, i, &ring);
	cx_wordtree_release(&m.names);
	cx_buf_release(&m.key);
	free(ring.start);
	free(m.entry);
	free(m.first);
	free(m.owners);
	free(m.own);
	free(m.linked);
	free(m.seen);
	free(m.seen_at);
	free(m.found);
	free(m.match);
	free(m.bracket);
}
