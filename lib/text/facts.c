/* Finds the words that distinguish similar texts. */
#include "lib/text/facts.h"

#include "lib/base/map.h"
#include "lib/base/utf8.h"
#include "lib/text/stopwords.h"

#include <stdlib.h>

/* --- reading --- */

/* What is being read. */
struct reading {
	struct cx_facts *f;
	bool begins;  /* a sentence */
	uint32_t sentence, clause;
	bool shouted; /* no letter of the text is small: capitals say nothing */
};

/* What a word is made of. */
struct shape {
	size_t letters, digits, capitals, dots, slashes;
	bool hump;    /* a capital after a small letter */
	bool initial; /* the first letter is one */
	bool mark;    /* _ @ = :: # or + inside or after */
	bool hyphen;
};

static struct shape
shape_of(struct cx_str s)
{
	struct shape h = {0};
	uint32_t cp, before = 0;
	size_t n;

	for (size_t at = 0; at < s.len; at += n, before = cp) {
		bool inside = at > 0 && at + 1 < s.len;

		n = cx_utf8_decode(s.s + at, s.len - at, &cp, NULL);
		if (cx_is_digit(cp)) {
			h.digits++;
		} else if (cx_is_letter(cp)) {
			bool upper = cx_is_upper(cp);

			h.initial = h.initial || (h.letters == 0 && upper);
			h.hump = h.hump || (upper && cx_is_letter(before) &&
			    !cx_is_upper(before));
			h.capitals += upper;
			h.letters++;
		}
		h.dots += cp == '.' && inside && at > 1 && at + 2 < s.len;
		h.slashes += cp == '/';
		h.mark = h.mark || (inside && (cp == '_' || cp == '@' ||
		    cp == '=' || (cp == ':' && before == ':'))) ||
		    (at > 0 && (cp == '+' || cp == '#') && before != ' ');
		h.hyphen = h.hyphen || (cp == '-' && inside);
	}
	return h;
}

static bool
is_flag(struct cx_str s)
{
	return s.len > 1 && s.s[0] == '-' && (s.s[1] == '-' ||
	    (s.s[1] | 0x20) >= 'a') && s.s[s.len - 1] != '-';
}

static bool
is_path(struct cx_str s, const struct shape *h)
{
	return h->letters && (s.s[0] == '/' || s.s[0] == '~' ||
	    h->slashes > 1 || (s.s[0] == '.' && s.len > 1));
}

/* Capitals that are no sentence's: aB, AB, ABs. */
static bool
is_capitals(const struct reading *r, struct cx_str s, const struct shape *h)
{
	if (r->shouted || h->capitals < 2)
		return h->hump && !r->shouted;
	return h->hump || h->capitals == h->letters ||
	    (h->capitals + 1 == h->letters && s.s[s.len - 1] == 's');
}

/* 1,000,000: commas before groups of three. */
static bool
is_grouped(struct cx_str s)
{
	size_t n = cx_str_digits(s);

	if (n == 0 || n > 3 || n == s.len)
		return false;
	while (n < s.len) {
		if (s.s[n] != ',' ||
		    cx_str_digits(cx_str_from(s, n + 1)) != 3)
			return false;
		n += 4;
	}
	return true;
}

static void
put(struct reading *r, struct cx_str s, enum cx_fact_kind kind, bool written)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	struct cx_fact fact = {.kind = kind, .written = written,
	    .sentence = r->sentence, .clause = r->clause};

	if (s.len == 0)
		return;
	if (kind == CX_FACT_EXACT && s.len > 1 && (s.s[0] | 0x20) == 'v' &&
	    s.s[1] >= '0' && s.s[1] <= '9')
		s = cx_str_from(s, 1);
	cx_utf8_lower(&b, s);
	if (is_grouped(s)) {
		b.len = 0;
		for (size_t i = 0; i < s.len; i++)
			if (s.s[i] != ',')
				cx_buf_char(&b, s.s[i]);
	}
	fact.word = cx_arena_copy(&r->f->arena, cx_buf_view(&b));
	fact.clause = r->clause += CX_ONE_OF(fact.word, "and", "but", "while",
	    "whereas", "und", "aber", "et", "mais", "y", "pero", "e", "mas",
	    "и", "а");
	*CX_NEXT(r->f->v, r->f->n, r->f->cap) = fact;
}

/* A number or a day that is written as a word. */
static struct cx_str
said_number(struct cx_str s, bool *day)
{
	static const char *const numbers[] = {"two", "three", "four", "five",
	    "six", "seven", "eight", "nine", "ten", "eleven", "twelve"};
	static const char *const digits[] = {"2", "3", "4", "5", "6", "7",
	    "8", "9", "10", "11", "12"};
	static const char *const days[] = {"monday", "tuesday", "wednesday",
	    "thursday", "friday", "saturday", "sunday", "january",
	    "february", "march", "april", "june", "july", "august",
	    "september", "october", "november", "december"};
	CX_AUTO_BUF b = CX_BUF_INIT;

	cx_utf8_lower(&b, s);
	*day = false;
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		if (cx_str_is(cx_buf_view(&b), numbers[i]))
			return cx_str(digits[i]);
	for (size_t i = 0; i < sizeof days / sizeof *days; i++) {
		struct cx_str day_s = cx_buf_view(&b);

		if (cx_str_ends(day_s, CX_STR("ys")))
			day_s.len--;
		if (!cx_str_is(day_s, days[i]))
			continue;
		/* "march" may be walked. */
		*day = s.s[0] != b.s[0] || !cx_str_is(day_s, "march");
		return cx_str(days[i]);
	}
	return CX_STR("");
}

static void
put_word(struct reading *r, struct cx_str s)
{
	struct shape h = shape_of(s);
	struct cx_str number;
	bool day;

	if (h.letters == 0)
		return;
	/* 5 m: a unit. */
	if (s.len == 1 && r->f->n && r->f->v[r->f->n - 1].kind ==
	    CX_FACT_EXACT && !r->f->v[r->f->n - 1].written) {
		put(r, s, CX_FACT_NAME, false);
		return;
	}
	number = said_number(s, &day);
	if (number.len)
		put(r, number, day || number.s[0] <= '9' ? CX_FACT_NAME :
		    CX_FACT_WORD, false);
	else if (is_capitals(r, s, &h))
		put(r, cx_str_ends(s, CX_STR("s")) && h.capitals > 1 && !h.hump
		    ? cx_strn(s.s, s.len - 1) : s, CX_FACT_EXACT, true);
	else if (h.initial && !r->begins && !r->shouted &&
	    !cx_str_is(s, "I"))
		put(r, s, h.letters > 1 ? CX_FACT_NAME : CX_FACT_EXACT, true);
	else
		put(r, s, CX_FACT_WORD, false);
	r->begins = false;
}

/* 7a: which one of several, and not 7m. */
static bool
is_one_of_several(struct cx_str unit)
{
	return unit.len == 1 && !strchr("bcdghklmstvw", unit.s[0] | 0x20);
}

/* 8GB, 5ml: a number and its unit. */
static bool
put_measure(struct reading *r, struct cx_str s)
{
	size_t n = cx_str_digits(s), rest;

	while (n > 0 && n + 1 < s.len && (s.s[n] == '.' || s.s[n] == ',') &&
	    (rest = cx_str_digits(cx_str_from(s, n + 1))) > 0)
		n += 1 + rest;
	if (n == 0 || n == s.len)
		return false;
	for (rest = n + (s.s[n] == '-'); rest < s.len; rest++)
		if ((s.s[rest] | 0x20) < 'a' || (s.s[rest] | 0x20) > 'z')
			return false;
	if (s.s[n] != '-' && (s.len - n > 3 ||
	    is_one_of_several(cx_str_from(s, n))))
		return false;
	put(r, cx_strn(s.s, n), CX_FACT_EXACT, false);
	s = cx_str_from(s, n + (s.s[n] == '-'));
	put(r, s, s.len == 1 ? CX_FACT_NAME : CX_FACT_WORD, false);
	r->begins = false;
	return true;
}

/* One that is not exact as a whole: its parts between - / : and the like. */
static void
put_parts(struct reading *r, struct cx_str s)
{
	size_t from = 0, n;
	uint32_t cp;

	for (size_t at = 0; at < s.len; at += n) {
		n = cx_utf8_decode(s.s + at, s.len - at, &cp, NULL);
		if (cx_unspaced(cp)) {
			put_word(r, cx_strn(s.s + from, at - from));
			put(r, cx_strn(s.s + at, n), CX_FACT_WORD, false);
			from = at + n;
		} else if (!cx_is_wordchar(cp) && !cx_is_apostrophe(cp) &&
		    cp != '+' && cp != '#') {
			put_word(r, cx_strn(s.s + from, at - from));
			from = at + n;
		}
	}
	put_word(r, cx_str_from(s, from));
}

/* #channel, @name */
static bool
is_handle(struct cx_str s)
{
	return s.len > 2 && (s.s[0] == '#' || s.s[0] == '@') &&
	    (s.s[1] | 0x20) >= 'a' && (s.s[1] | 0x20) <= 'z';
}

static void
put_chunk(struct reading *r, struct cx_str s)
{
	struct shape h = shape_of(s);
	bool code = is_flag(s) || is_handle(s) || h.mark || is_path(s, &h) ||
	    (h.dots && h.letters) || (h.slashes && (h.digits || h.dots));

	if (h.letters + h.digits == 0)
		return;
	if (!code && h.digits && put_measure(r, s))
		return;
	/* host build-a: which one of several */
	if (s.len > 2 && s.s[s.len - 2] == '-' && h.letters > 1)
		code = true;
	if (code || h.digits) {
		put(r, s, CX_FACT_EXACT, h.letters > 0 || h.dots ||
		    h.slashes);
		r->begins = false;
		return;
	}
	put_parts(r, s);
}

static bool
opens(uint32_t cp)
{
	return !cx_is_wordchar(cp) && cp != '-' && cp != '/' && cp != '~' &&
	    cp != '.' && cp != '_';
}

static bool
closes(uint32_t cp)
{
	return !cx_is_wordchar(cp) && cp != '+' && cp != '#' && cp != '/' &&
	    cp != '-' && cp != '_';
}

/* The chunk without the punctuation around it; what ends a sentence is told. */
static struct cx_str
bare(struct cx_str s, bool *ends)
{
	uint32_t cp;
	size_t n, end = 0;

	while (s.len && (n = cx_utf8_decode(s.s, s.len, &cp, NULL)) &&
	    opens(cp) && !is_handle(s))
		s = cx_str_from(s, n);
	/* A dot begins a file's name, but no sentence. */
	while (s.len > 2 && s.s[0] == '.' && s.s[1] == '.' && s.s[2] != '/')
		s = cx_str_from(s, 1);
	*ends = false;
	for (size_t at = 0; at < s.len; at += n) {
		n = cx_utf8_decode(s.s + at, s.len - at, &cp, NULL);
		if (!closes(cp)) {
			end = at + n;
			*ends = false;
		} else if (cp == '.' || cp == '!' || cp == '?' || cp == ':') {
			*ends = true;
		}
	}
	s.len = end;
	if (cx_str_ends(s, CX_STR("'s")))
		s.len -= 2;
	else if (cx_str_ends(s, CX_STR("\xE2\x80\x99s")))
		s.len -= 4;
	return s;
}

/* Where the chunk ends: white space, `;`, `,` that is not between digits, or
 * where a script without spaces begins or ends. */
static size_t
chunk_end(struct cx_str s)
{
	uint32_t cp, before = 0;
	size_t n;

	for (size_t at = 0; at < s.len; at += n, before = cp) {
		n = cx_utf8_decode(s.s + at, s.len - at, &cp, NULL);
		if (cx_is_space(cp) || cp == ';' || cp == '(')
			return at ? at : n;
		if (cp == ',' && at + n < s.len && !(cx_is_digit(before) &&
		    s.s[at + n] >= '0' && s.s[at + n] <= '9'))
			return at + n;
		if (at && cx_unspaced(cp) != cx_unspaced(before) &&
		    cx_is_wordchar(cp))
			return at;
	}
	return s.len;
}

void
cx_facts_read(struct cx_facts *f, struct cx_str text)
{
	struct shape all = shape_of(text);
	struct reading r = {f, true, 0, 0, all.capitals == all.letters};
	bool ends;

	while (text.len) {
		size_t n = chunk_end(text);

		put_chunk(&r, bare(cx_strn(text.s, n), &ends));
		r.begins = r.begins || ends || text.s[0] == '\n';
		r.sentence += ends;
		r.clause += ends || memchr(",;", text.s[n - 1], 2);
		text = cx_str_from(text, n);
	}
}

void
cx_facts_release(struct cx_facts *f)
{
	free(f->v);
	cx_arena_release(&f->arena);
	*f = (struct cx_facts){0};
}

/* --- comparing --- */

/* Words of texts that are compared as one mould. */
#define LONGEST 600

struct side {
	struct cx_facts facts;
	uint32_t *key;	/* by word: the same for forms of one word */
	bool *empty;	/* by word: it says nothing */
	bool *has;	/* by key */
};

/* Words that join and count say little, but one in the place of another says
 * something else.  Those that say the same are side by side. */
static const char *const rivals[] = {
    ("before vor avant antes prima | after nach après después depois dopo | "
     "during"),
    "above over | below under beneath", "on | off",
    ("left links gauche izquierda esquerda sinistra | "
     "right rechts droite derecha direita destra"),
    ("morning morgens matin mañana manhã mattina утром | "
     "noon mittags midi | evening abends soir tarde sera вечером | "
     "night nachts nuit noche noite notte ночью"),
    "spring | summer | autumn | winter", "high higher | low lower",
    "hot warm warmer | cold colder", "fast faster | slow slower",
    "first | second | third | last", "minimum least | maximum",
    "production | staging | development",
    "in into inside | out outside", "up | down", "to until till | from",
    "and | or", "more | less fewer", "for | against", "both | either",
    "one once single | 2 3 4 5 6 7 8 9 10 11 12 twice",
    ("all every each everybody everyone everything | some few several | "
     "most many | any | only | nothing nowhere"),
    "may can might could | must shall | should"};

/* The group of a word, from 1, and its side there; 0: it is in none. */
static unsigned
rival(struct cx_str word, unsigned *side)
{
	for (unsigned i = 0; i < sizeof rivals / sizeof *rivals; i++) {
		struct cx_str rest = cx_str(rivals[i]), one;

		*side = 0;
		while (cx_str_split(&rest, ' ', &one)) {
			if (cx_str_eq(one, word))
				return i + 1;
			*side += cx_str_is(one, "|");
		}
	}
	return 0;
}

/* Whether it says no more of a thing than that it is somewhere. */
static bool
is_at(struct cx_str word)
{
	return CX_ONE_OF(word, "live", "lives", "kept", "stored", "located",
	    "found", "lies", "resides", "sits", "liegt", "steht", "befindet",
	    "trouve", "encuentra", "queda", "fica", "trova", "ligt", "staat",
	    "лежит", "находится", "хранится", "стоит");
}

/* What is compared of a word; whether it says something. */
static struct cx_str
key_of(struct cx_analyzer *a, struct cx_str word, bool *empty)
{
	struct cx_terms terms = {0};
	struct cx_str key = word;
	struct cx_word w;
	unsigned side;

	*empty = CX_ONE_OF(word, "since", "although", "though", "whereas",
	    "thus", "therefore", "via", "per", "upon", "within", "must",
	    "shall", "get", "gets", "got", "both", "each", "also") ||
	    is_at(word);
	*empty = *empty || (word.len > 1 && cx_is_stopword(word)) ||
	    CX_ONE_OF(word, "a", "i", "cannot") ||
	    cx_str_ends(word, CX_STR("n't")) ||
	    cx_str_ends(word, CX_STR("n\xE2\x80\x99t"));
	/* A stemmer makes "on" of "one". */
	if (rival(word, &side))
		return key;
	cx_analyze(a, word, CX_ANALYZE_WORDS, &terms);
	if (terms.n == 1 && cx_analyzer_term(a, terms.id[0] >> 1).len ==
	    word.len && cx_analyzer_word(a, terms.id[0] >> 1, &w)) {
		key = cx_analyzer_term(a, w.term);
	}
	cx_terms_release(&terms);
	return key;
}

/* A word that was met, in the text that is asked or in one before. */
struct known {
	uint32_t key;
	bool empty;
};

struct cx_facts_asked {
	struct cx_analyzer *analyzer;
	struct side side;
	bool (*plain)(void *arg, struct cx_str word); /* or NULL */
	void *plain_arg;
	struct cx_map keys, words;
	struct known *known; /* by number in words */
	size_t known_cap;
	struct cx_arena arena;
};

static const struct known *
know(struct cx_facts_asked *f, struct cx_str word)
{
	uint32_t before = f->words.n;
	uint32_t n = cx_map_intern(&f->words, &f->arena, word);
	struct known k;

	if (n == before) {
		k.key = cx_map_intern(&f->keys, &f->arena,
		    key_of(f->analyzer, word, &k.empty));
		k.empty = k.empty || (f->plain && f->plain(f->plain_arg, word));
		CX_GROW(f->known, n, f->known_cap);
		f->known[n] = k;
	}
	return &f->known[n];
}

static void
read_side(struct cx_facts_asked *f, struct side *s, struct cx_str text)
{
	cx_facts_read(&s->facts, text);
	s->key = cx_calloc(s->facts.n + 1, sizeof *s->key);
	s->empty = cx_calloc(s->facts.n + 1, sizeof *s->empty);
	for (size_t i = 0; i < s->facts.n; i++) {
		const struct known *k = know(f, s->facts.v[i].word);

		s->key[i] = k->key;
		s->empty[i] = k->empty;
	}
}

static void
note_keys(struct side *s, uint32_t n)
{
	free(s->has);
	s->has = cx_calloc((size_t)n + 1, sizeof *s->has);
	for (size_t i = 0; i < s->facts.n; i++)
		s->has[s->key[i]] = true;
}

static void
release_side(struct side *s)
{
	cx_facts_release(&s->facts);
	free(s->key);
	free(s->empty);
	free(s->has);
}

/* Whether x has a word of that kind that y lacks. */
static bool
has_own(const struct side *x, const struct side *y, enum cx_fact_kind kind)
{
	for (size_t i = 0; i < x->facts.n; i++)
		if (x->facts.v[i].kind == kind && !y->has[x->key[i]])
			return true;
	return false;
}

/* Whether words from..to of x say something that y does not. */
static bool
says_more(const struct side *x, size_t from, size_t to, const struct side *y)
{
	for (size_t i = from; i < to; i++)
		if (!x->empty[i] && !y->has[x->key[i]])
			return true;
	return false;
}

/* Whether words of x from..to and of y have rivals in the same place. */
static bool
rivalled(const struct side *x, size_t from, size_t to, const struct side *y,
    size_t y_from, size_t y_to)
{
	unsigned side, other;

	for (size_t i = from; i < to; i++) {
		unsigned group = y->has[x->key[i]] ? 0 :
		    rival(x->facts.v[i].word, &side);

		for (size_t j = y_from; group && j < y_to; j++)
			if (!x->has[y->key[j]] && rival(y->facts.v[j].word,
			    &other) == group && other != side)
				return true;
	}
	return false;
}

/* Whether words i..to of x and j..end of y say each something else; in texts
 * that are less alike, by what cannot be another word for it. */
static bool
parted(const struct side *x, size_t i, size_t to, const struct side *y,
    size_t j, size_t end, bool alike)
{
	return (alike && says_more(x, i, to, y) && says_more(y, j, end, x)) ||
	    rivalled(x, i, to, y, j, end);
}

/*
 * One mould: three of four words are the same, in the same order, and where
 * the texts part each says something else.  The order is the longest that both
 * have (Wagner and Fischer, "The string-to-string correction problem", 1974).
 */
static bool
of_one_mould(const struct side *x, const struct side *y)
{
	size_t n = x->facts.n, m = y->facts.n, w = m + 1, i, j, from_i, from_j;
	CX_AUTO_FREE uint16_t *same = NULL;
	bool differ = false, alike;

	if (n == 0 || m == 0 || n > LONGEST || m > LONGEST)
		return false;
	/* of the words from i and from j on */
	same = cx_calloc((n + 1) * w, sizeof *same);
	for (i = n; i-- > 0;)
		for (j = m; j-- > 0;) {
			uint16_t a = same[(i + 1) * w + j];
			uint16_t b = same[i * w + j + 1];

			same[i * w + j] = x->key[i] == y->key[j] ?
			    (uint16_t)(same[(i + 1) * w + j + 1] + 1) :
			    a > b ? a : b;
		}
	if (same[0] * 2u < (n > m ? n : m))
		return false;
	alike = same[0] * 3u >= 2 * (n > m ? n : m);
	i = j = from_i = from_j = 0;
	while (!differ && (i < n || j < m)) {
		if (i < n && j < m && x->key[i] == y->key[j]) {
			differ = parted(x, from_i, i, y, from_j, j, alike);
			from_i = ++i;
			from_j = ++j;
		} else if (j == m || (i < n &&
		    same[(i + 1) * w + j] >= same[i * w + j + 1])) {
			i++;
		} else {
			j++;
		}
	}
	return differ || parted(x, from_i, n, y, from_j, m, alike);
}

/* A word that each text has once. */
struct shared {
	size_t x, y; /* where */
};

/* Puts the words that both texts have once into v, in the order of x. */
static size_t
find_shared(const struct side *x, const struct side *y, uint32_t keys,
    struct shared *v)
{
	CX_AUTO_FREE uint32_t *count = cx_calloc((size_t)keys * 3 + 1,
	    sizeof *count);
	uint32_t *in_y = count + keys, *at = in_y + keys;
	size_t n = 0;

	for (size_t i = 0; i < x->facts.n; i++)
		count[x->key[i]]++;
	for (size_t i = 0; i < y->facts.n; i++) {
		in_y[y->key[i]]++;
		at[y->key[i]] = (uint32_t)i;
	}
	for (size_t i = 0; i < x->facts.n; i++)
		if (count[x->key[i]] == 1 && in_y[x->key[i]] == 1)
			v[n++] = (struct shared){i, at[x->key[i]]};
	return n;
}

/* A word that has the same on both of its sides. */
static bool
is_even(struct cx_str word)
{
	return CX_ONE_OF(word, "and", "or", "is", "are", "was", "were");
}

static bool
is_article(struct cx_str word)
{
	return CX_ONE_OF(word, "the", "a", "an");
}

/* The key of the next word in that direction that is no article; none at the
 * end. */
static uint32_t
beside(const struct side *s, size_t at, bool after)
{
	do {
		if (after ? ++at == s->facts.n : at-- == 0)
			return UINT32_MAX;
	} while (is_article(s->facts.v[at].word));
	return s->key[at];
}

/* Two words have changed places, with what is between them: it begins and ends
 * as it did, and is not the same on both of its sides. */
static bool
words_exchanged(const struct side *x, const struct side *y, struct shared a,
    struct shared b)
{
	if (a.y < b.y || x->empty[a.x] || x->empty[b.x] ||
	    x->facts.v[a.x].sentence != x->facts.v[b.x].sentence ||
	    beside(x, a.x, true) != beside(y, b.y, true) ||
	    beside(x, b.x, false) != beside(y, a.y, false))
		return false;
	/* two sons and a daughter */
	if (a.x > 0 && x->facts.v[a.x - 1].kind != CX_FACT_WORD &&
	    x->facts.v[a.x - 1].sentence == x->facts.v[a.x].sentence)
		return true;
	for (size_t i = a.x + 1; i < b.x; i++)
		if (!is_even(x->facts.v[i].word) &&
		    !is_article(x->facts.v[i].word))
			return true;
	return false;
}

static uint32_t
clauses(const struct side *s)
{
	return s->facts.n ? s->facts.v[s->facts.n - 1].clause + 1 : 0;
}

/* Words of a clause of x that are in one of y. */
struct cell {
	uint32_t x, y;
};

/* Where x says a of b and c of d, y says a of d and c of b: bars in the gauge
 * and pascals in the report. */
static bool
partners_exchanged(const struct side *x, const struct side *y,
    const struct shared *v, size_t n)
{
	enum { SOME = 1, NOT_ONE = 2 };
	const size_t w = clauses(y);
	CX_AUTO_FREE char *has = cx_calloc(clauses(x) * w + 1, 1);
	CX_AUTO_FREE struct cell *cell = cx_calloc(n + 1, sizeof *cell);
	size_t cells = 0;

	for (size_t i = 0; i < n; i++) {
		const struct cx_fact *f = &x->facts.v[v[i].x];
		const struct cell c = {f->clause, y->facts.v[v[i].y].clause};
		char *h = &has[c.x * w + c.y];

		if (x->empty[v[i].x])
			continue;
		if (!*h)
			cell[cells++] = c;
		*h |= cx_str_is(f->word, "one") ? SOME : NOT_ONE;
	}
	for (size_t a = 0; a < cells; a++)
		for (size_t c = a + 1; c < cells; c++)
			if (cell[a].x != cell[c].x && cell[a].y != cell[c].y &&
			    (has[cell[a].x * w + cell[c].y] & NOT_ONE) &&
			    (has[cell[c].x * w + cell[a].y] & NOT_ONE))
				return true;
	return false;
}

/* A word that keeps its phrase what it is wherever the phrase stands, in a
 * language of free order: `at the end of the month the bill is paid`. */
static bool
is_preposition(struct cx_str word)
{
	return CX_ONE_OF(word, "im", "am", "bei", "beim", "mit", "auf", "aus",
	    "vom", "zum", "zur", "\xC3\xA0", "au", "aux", "dans", "sur", "chez",
	    "en", "em", "na", "nas", "nel", "nella", "nei", "nelle", "sul",
	    "al", "alla", "ai", "per", "por", "op", "bij", "aan", "w", "z",
	    "в", "на", "у", "к", "с", "под", "из");
}

/* The words without articles, and where each text has its own between what
 * begins and what ends both. */
static size_t
put_keys(const struct side *s, uint32_t *keys, bool *even, bool *set)
{
	size_t n = 0;

	for (size_t i = 0; i < s->facts.n; i++) {
		if (is_article(s->facts.v[i].word))
			continue;
		even[n] = is_even(s->facts.v[i].word);
		set[n] = is_preposition(s->facts.v[i].word);
		keys[n++] = s->key[i];
	}
	return n;
}

static bool
are_equal(const uint32_t *a, const uint32_t *b, size_t n)
{
	return memcmp(a, b, n * sizeof *a) == 0;
}

/* Whether y is x with two phrases exchanged around a third. */
static bool
phrases_exchanged(const struct side *x, const struct side *y)
{
	size_t n = x->facts.n > y->facts.n ? x->facts.n : y->facts.n, from = 0;
	CX_AUTO_FREE uint32_t *k = cx_calloc(2 * n + 1, sizeof *k);
	CX_AUTO_FREE bool *even = cx_calloc(2 * n + 1, sizeof *even);
	bool *set = even + n;
	uint32_t *a = k, *b = k + n;
	size_t nb = put_keys(y, b, even, set);
	size_t na = put_keys(x, a, even, set);

	if (na != nb || na > LONGEST)
		return false;
	while (from < na && a[from] == b[from])
		from++;
	while (na > from && a[na - 1] == b[na - 1])
		na--;
	a += from;
	b += from;
	na -= from;
	for (size_t l = 1; l + 1 < na; l++) {	  /* the first */
		bool odd = false;

		if (!are_equal(a, b + na - l, l))
			continue;
		for (size_t m = 1; l + m < na; m++) { /* what is between */
			size_t r = na - l - m;

			odd = odd || !even[from + l + m - 1];
			if (odd && set[from] == set[from + l + m] &&
			    are_equal(a + l, b + r, m) &&
			    are_equal(a + l + m, b, r))
				return true;
		}
	}
	return false;
}

/*
 * Two words, or phrases, have changed places: `npm over pnpm`, `pnpm over
 * npm`.  A phrase that is moved leaves nothing in its place.
 */
static bool
places_changed(const struct side *x, const struct side *y, uint32_t keys)
{
	CX_AUTO_FREE struct shared *v = cx_calloc(x->facts.n + 1, sizeof *v);
	size_t n = find_shared(x, y, keys, v);
	CX_AUTO_FREE size_t *least = cx_calloc(n + 1, sizeof *least);

	/* where the first of those behind is in y */
	least[n] = SIZE_MAX;
	for (size_t i = n; i-- > 0;)
		least[i] = v[i].y < least[i + 1] ? v[i].y : least[i + 1];
	for (size_t i = 0; i < n; i++)
		for (size_t j = i + 1; j < n && least[j] < v[i].y; j++)
			if (words_exchanged(x, y, v[i], v[j]))
				return true;
	return partners_exchanged(x, y, v, n) || phrases_exchanged(x, y);
}

/* The only word of x with a meaning that y lacks, longer than an article of any
 * language; "" if there are none or more. */
static struct cx_str
only_own(const struct side *x, const struct side *y)
{
	struct cx_str own = CX_STR("");

	for (size_t i = 0; i < x->facts.n; i++) {
		if (x->empty[i] || y->has[x->key[i]] ||
		    cx_utf8_count(x->facts.v[i].word) < 4)
			continue;
		if (own.len)
			return CX_STR("");
		own = x->facts.v[i].word;
	}
	return own;
}

/* One word stands for another, wherever it stands: morning, evening; but not
 * two forms of one word, which begin alike. */
static bool
word_changed(const struct side *x, const struct side *y)
{
	struct cx_str a = only_own(x, y), b = only_own(y, x);

	return a.len > 3 && b.len > 3 && memcmp(a.s, b.s, 4) != 0;
}

struct cx_facts_asked *
cx_facts_ask(struct cx_analyzer *a, struct cx_str text,
    bool (*plain)(void *arg, struct cx_str word), void *arg)
{
	struct cx_facts_asked *f = cx_calloc(1, sizeof *f);

	f->analyzer = a;
	f->plain = plain;
	f->plain_arg = arg;
	read_side(f, &f->side, text);
	return f;
}

void
cx_facts_asked_free(struct cx_facts_asked *f)
{
	if (!f)
		return;
	release_side(&f->side);
	cx_map_release(&f->keys);
	cx_map_release(&f->words);
	cx_arena_release(&f->arena);
	free(f->known);
	free(f);
}

bool
cx_facts_differ(struct cx_facts_asked *f, struct cx_str other)
{
	struct side *x = &f->side, y = {.key = NULL};
	bool differ;

	read_side(f, &y, other);
	note_keys(x, f->keys.n);
	note_keys(&y, f->keys.n);
	differ = has_own(x, &y, CX_FACT_EXACT) ||
	    has_own(&y, x, CX_FACT_EXACT) ||
	    (has_own(x, &y, CX_FACT_NAME) &&
		has_own(&y, x, CX_FACT_NAME)) ||
	    of_one_mould(x, &y) || (f->plain && word_changed(x, &y)) ||
	    places_changed(x, &y, f->keys.n);
	release_side(&y);
	return differ;
}

bool
cx_facts_agree(struct cx_facts_asked *f, struct cx_str other)
{
	struct side *x = &f->side, y = {.key = NULL};
	size_t shared = 0;
	bool agree;

	read_side(f, &y, other);
	note_keys(x, f->keys.n);
	note_keys(&y, f->keys.n);
	for (size_t i = 0; i < x->facts.n; i++) {
		bool *has = &y.has[x->key[i]];

		shared += *has && x->facts.v[i].kind != CX_FACT_WORD;
		*has = *has && x->facts.v[i].kind == CX_FACT_WORD;
	}
	note_keys(&y, f->keys.n);
	/* One that says all the other does, and more, says more. */
	agree = shared > 1 && (says_more(&y, 0, y.facts.n, x) ||
	    !says_more(x, 0, x->facts.n, &y)) &&
	    !rivalled(x, 0, x->facts.n, &y, 0, y.facts.n);
	release_side(&y);
	return agree;
}
