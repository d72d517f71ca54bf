#include "words.h"

#include <string.h>

/*
 * The closed class of English.  The first GENERATED stand in the order of
 * their frequency and are the head of the vocabulary; the rest, and the parts
 * that contractions leave, are only known as stop words.
 */
enum { GENERATED = 104, HEAD_MIXED = GENERATED + 22 };

static const char *const closed[] = {
	"the", "of", "and", "to", "a", "in", "is", "that", "it", "for", "was",
	"on", "with", "as", "by", "at", "this", "be", "are", "from", "or",
	"an", "not", "have", "has", "which", "were", "but", "they", "their",
	"its", "had", "been", "will", "can", "there", "all", "we", "if",
	"when", "who", "more", "no", "so", "what", "would", "up", "out",
	"about", "into", "than", "them", "only", "other", "some", "could",
	"these", "two", "may", "then", "do", "first", "any", "my", "now",
	"such", "like", "our", "over", "me", "even", "most", "after", "also",
	"did", "should", "before", "through", "where", "because", "each",
	"those", "both", "own", "while", "during", "until", "further",
	"again", "here", "between", "same", "under", "being", "does", "just",
	"very", "too", "how", "why", "against", "once", "below", "above",
	/* known, not generated */
	"ain", "am", "aren", "couldn", "d", "didn", "doesn", "doing", "don",
	"down", "few", "hadn", "hasn", "haven", "having", "he", "her", "hers",
	"herself", "him", "himself", "his", "i", "isn", "itself", "ll", "m",
	"ma", "might", "mightn", "mustn", "myself", "needn", "nor", "o",
	"off", "ours", "ourselves", "re", "s", "shan", "she", "shouldn", "t",
	"theirs", "themselves", "ve", "wasn", "weren", "whom", "won",
	"wouldn", "y", "you", "your", "yours", "yourself", "yourselves"
};

/* in the table for their frequency, and searched for like any other word */
static const char *const not_stop[] = { "two", "first", "like", "even" };

static const char *const domain[] = {
	"project", "team", "release", "work", "time", "service", "data",
	"change", "plan", "note", "test", "customer", "deploy", "review",
	"question", "week", "decision", "risk", "issue", "result", "database",
	"server", "meeting", "cache", "owner", "build", "request", "model",
	"queue", "incident", "version", "error", "schema", "config", "backup",
	"migration", "latency", "budget", "rollback", "alert", "token",
	"index", "query", "memory", "disk", "retry", "timeout", "branch",
	"merge", "commit", "pipeline", "feature", "flag", "canary", "freeze",
	"window", "storm", "drill", "audit", "access", "login", "session",
	"account", "invoice", "price", "market", "contract", "vendor",
	"supplier", "support", "ticket", "backlog", "sprint", "roadmap",
	"milestone", "deadline", "postmortem", "checklist", "runbook",
	"handover", "rotation", "oncall", "pager", "dashboard", "metric",
	"trace", "logging", "sample", "experiment", "hypothesis", "evidence",
	"paper", "author", "chapter", "summary", "outline", "draft", "letter",
	"email", "message", "channel", "thread", "reply", "answer", "person",
	"manager", "engineer", "designer", "founder", "hiring", "interview",
	"salary", "travel", "holiday", "health", "sleep", "exercise",
	"garden", "kitchen", "recipe", "bread", "coffee", "music", "guitar",
	"piano", "camera", "picture", "museum", "river", "mountain", "island",
	"harbour", "bridge", "station", "network", "router", "firewall",
	"certificate", "expiry", "secret", "password", "encryption",
	"signature", "license", "package", "library", "compiler", "linker",
	"kernel", "mutex", "deadlock", "allocator", "buffer", "socket",
	"packet", "protocol", "header", "payload", "parser", "grammar",
	"syntax", "lexer", "editor", "plugin", "theme", "font", "layout",
	"margin", "colour", "contrast", "button", "menu", "dialog", "widget",
	"screen", "tablet", "phone", "battery", "sensor", "motor", "valve",
	"pressure", "temperature", "humidity", "voltage", "current",
	"frequency", "filter", "signal", "noise", "antenna", "orbit",
	"satellite", "rocket", "engine", "turbine", "wing", "flutter",
	"boundary", "laminar", "vortex", "shear", "stress", "strain",
	"fatigue", "fracture", "polymer", "crystal"
};

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

/*
 * The head: closed class words in order, on every fifth place from rank 20 on
 * a word of the domain (22 of them), then the rest of the domain.
 */
static const char *
head_word(uint64_t rank)
{
	if (rank > HEAD_MIXED)
		return domain[rank - GENERATED - 1];
	if (rank < 16 || rank % 5)
		return closed[rank - (rank < 16 ? 0 : (rank - 15) / 5) - 1];
	return domain[(rank - 15) / 5 - 1];
}

bool
word_is_stop(const char *s, size_t n)
{
	size_t i;

	for (i = 0; i < COUNT(not_stop); i++)
		if (strlen(not_stop[i]) == n && !memcmp(not_stop[i], s, n))
			return false;
	for (i = 0; i < COUNT(closed); i++)
		if (strlen(closed[i]) == n && !memcmp(closed[i], s, n))
			return true;
	return false;
}

/*
 * 2^x between 0 and 1 as 1 + x(0.6565 + 0.3435x), within 0.3 %: a parabola
 * needs no maths library, whose last bit differs between machines.
 */
static uint64_t
exp2_part(uint64_t u) /* u and the result: 0 .. 2^32 - 1 of one */
{
	uint64_t slope = 43024 + ((22512 * (u >> 16)) >> 16);

	return (u * slope) >> 16;
}

uint64_t
exp2_fixed(int64_t x)
{
	int64_t whole = x >= 0 ? x / 65536 : -((-x + 65535) / 65536);
	uint64_t part = (uint64_t)(x - whole * 65536);
	uint64_t one = 65536 + (exp2_part(part << 16) >> 16);

	if (whole < -16)
		return 0;
	if (whole > 30)
		whole = 30;
	return whole < 0 ? one >> -whole : one << whole;
}

static uint64_t
in_octave(uint32_t u, unsigned k)
{
	return ((uint64_t)1 << k) + ((exp2_part(u) << k) >> 32);
}

/*
 * An octave of ranks holds the same mass wherever frequency ~ 1/rank; beyond
 * 2^13 each holds 2^-0.77 = 0.586 of the one before.
 */
enum { FLAT = 13, OCTAVE = 10000, TAIL = 14177 };


uint64_t
word_draw(struct rng *r)
{
	uint64_t v = rng_next(r);
	uint32_t u = (uint32_t)v, at;
	uint32_t mass = OCTAVE * 5864 / 10000;
	unsigned k;

	at = (uint32_t)(((v >> 32) * (FLAT * OCTAVE + TAIL)) >> 32);
	if (at < FLAT * OCTAVE)
		return in_octave(u, at / OCTAVE);
	at -= FLAT * OCTAVE;
	for (k = FLAT; at >= mass && k < 30; k++) {
		at -= mass;
		mass = mass * 5864 / 10000;
	}
	return in_octave(u, k);
}

uint64_t
word_draw_octaves(struct rng *r, unsigned lo, unsigned hi)
{
	unsigned k = lo + rng_below(r, hi - lo + 1);

	return in_octave((uint32_t)rng_next(r), k);
}

/*
 * Beyond the head, words are made of syllables.  A stem has one syllable for
 * the first 1,536, two for the next 294,912, three after that, and an end; a
 * stem stands in four forms, so that a stemmer has something to fold.
 */
static const char *const onsets[24] = { "b", "br", "c", "cl", "d", "dr", "f",
	"fl", "g", "gr", "h", "j", "k", "l", "m", "n", "p", "pl", "r", "s",
	"st", "t", "tr", "v" };
static const char *const vowels[8] = { "a", "e", "i", "o", "u", "ea", "ou",
	"ai" };
static const char *const codas[8] = { "n", "r", "l", "nt", "m", "ck", "rd",
	"sp" };
static const char *const forms[2][4] = { { "", "s", "ed", "ing" },
	{ "", "er", "ly", "ment" } };

static size_t
put(char *out, size_t n, const char *s)
{
	size_t len = strlen(s);

	memcpy(out + n, s, len);
	return n + len;
}

size_t
word_spell(uint64_t rank, char *out)
{
	uint64_t head = GENERATED + COUNT(domain), id, stem, size = 1536;
	const char *known;
	unsigned syllables = 1, i, form;
	size_t n = 0;

	if (rank <= head)
		return put(out, 0, head_word(rank));
	id = rank - head - 1;
	stem = id / 4;
	form = (unsigned)(id % 4);
	while (stem >= size && syllables < 4) {
		stem -= size;
		size *= 192;
		syllables++;
	}
	/* neighbours in rank must not be neighbours in the alphabet */
	stem = (stem % size) * 1000003 % size;
	known = codas[stem % 8];
	for (i = 0, stem /= 8; i < syllables; i++) {
		n = put(out, n, onsets[stem % 24]);
		n = put(out, n, vowels[stem / 24 % 8]);
		stem /= 192;
	}
	n = put(out, n, known);
	return put(out, n, forms[(id / 4) % 2][form]);
}
