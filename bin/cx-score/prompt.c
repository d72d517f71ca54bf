/*
 * Decides whether a note is what a prompt is about (--about).
 *
 * A prompt is not a query: "can you help me with the session cache?" asks for
 * notes about a session cache, not about helping, and most prompts concern
 * nothing in the notes.  So words of asking do not count, a prompt has no
 * syntax, and a note needs two of the other words, or one in its name, and by
 * BM25 four fifths of the weight of all of them, unknown words having the
 * largest weight.  A word counts its weight if it occurs once in a note of
 * average length: less in a long list of everything, more if repeated.
 * Measured by tests/bench/prompts.
 */
#include "bin/cx-score/score.h"

#include "lib/base/utf8.h"

#include <stdlib.h>
#include <string.h>

/* So many different words are looked for, the first. */
#define WORDS_MAX 64

/* Words that say nothing of what somebody means by themselves: those of
 * everyday English. */
static const char *const common[] = {
    "able", "about", "above", "accept", "across", "act", "actually", "add",
    "after", "afternoon", "again", "against", "age", "ago", "agree", "ahead",
    "all", "allow", "almost", "alone", "along", "already", "also", "although",
    "always", "am", "amount", "an", "and", "another", "answer", "any",
    "anybody", "anymore", "anyone", "anything", "anyway", "apart", "appear",
    "are", "area", "around", "arrive", "as", "ask", "at", "attempt", "avoid",
    "await", "away", "back", "bad", "base", "basic", "be", "bear", "beat",
    "because", "become", "been", "before", "begin", "behind", "being",
    "believe", "belong", "below", "beside", "best", "better", "between",
    "beyond", "big", "bit", "board", "body", "both", "bother", "bottom",
    "bring", "broken", "build", "busy", "but", "buy", "by", "call", "came",
    "can", "cannot", "care", "carry", "case", "catch", "cause", "certain",
    "chance", "change", "cheap", "check", "child", "children", "choose",
    "clean", "clear", "close", "come", "common", "compare", "complete",
    "concern", "confirm", "consider", "contain", "continue", "cool",
    "correct", "cost", "could", "couple", "course", "cover", "create",
    "current", "cut", "daily", "dare", "dark", "date", "day", "deal", "dear",
    "decide", "deep", "definitely", "depend", "describe", "detail", "did",
    "differ", "difference", "different", "difficult", "do", "does", "doing",
    "done", "dont", "double", "doubt", "down", "draft", "draw", "dress",
    "drive", "drop", "dry", "due", "during", "each", "early", "easily",
    "easy", "eat", "effect", "either", "else", "empty", "end", "enjoy",
    "enough", "entire", "especially", "even", "evening", "ever", "every",
    "everybody", "everyone", "everything", "exact", "exactly", "example",
    "except", "expect", "explain", "extra", "face", "fact", "fall", "family",
    "far", "fast", "favour", "feel", "few", "figure", "fill", "final",
    "finally", "find", "fine", "finish", "first", "fit", "fix", "follow",
    "food", "for", "forget", "form", "forward", "found", "four", "free",
    "fresh", "friend", "from", "front", "full", "fun", "further", "game",
    "gave", "general", "get", "gift", "give", "given", "glad", "go", "goes",
    "going", "gone", "good", "got", "great", "group", "grow", "guess",
    "guide", "had", "half", "hand", "handle", "hang", "happen", "happy",
    "hard", "has", "hate", "have", "he", "head", "hear", "heard", "heart",
    "heat", "heavy", "held", "hello", "help", "hence", "her", "here", "hers",
    "him", "his", "hold", "home", "honest", "hope", "hot", "hour", "house",
    "how", "however", "huge", "hurt", "idea", "if", "imagine", "important",
    "improve", "in", "include", "indeed", "inside", "instead", "interest",
    "into", "involve", "is", "issue", "it", "item", "its", "itself", "job",
    "join", "just", "keep", "kept", "kill", "kind", "knew", "know", "known",
    "lack", "land", "large", "last", "late", "later", "latest", "lay", "lead",
    "learn", "least", "leave", "left", "less", "let", "level", "lie", "life",
    "light", "like", "likely", "line", "list", "little", "live", "long",
    "look", "lose", "lost", "lot", "loud", "love", "low", "lower", "luck",
    "made", "main", "make", "man", "many", "mark", "matter", "may", "maybe",
    "me", "mean", "meet", "mention", "message", "middle", "might", "mind",
    "mine", "minute", "miss", "moment", "money", "month", "more", "morning",
    "most", "mostly", "mother", "move", "much", "must", "my", "myself",
    "name", "near", "nearly", "need", "neither", "never", "new", "next",
    "nice", "night", "no", "nobody", "none", "nor", "normal", "not", "note",
    "nothing", "notice", "now", "number", "obvious", "of", "off", "offer",
    "often", "oh", "ok", "okay", "old", "on", "once", "one", "only", "onto",
    "open", "or", "order", "other", "otherwise", "ought", "our", "ours",
    "out", "outside", "over", "own", "page", "pair", "part", "particular",
    "pass", "past", "pay", "people", "perfect", "perhaps", "period", "person",
    "pick", "piece", "place", "plain", "plan", "play", "please", "plenty",
    "point", "poor", "possible", "practice", "prefer", "prepare", "present",
    "pretty", "prevent", "previous", "probably", "problem", "proper",
    "provide", "pull", "purpose", "push", "put", "question", "quick",
    "quickly", "quiet", "quite", "raise", "range", "rather", "read", "ready",
    "real", "really", "reason", "recent", "recently", "recommend", "refer",
    "regard", "remain", "remember", "remind", "remove", "rent", "repeat",
    "reply", "rest", "result", "return", "right", "road", "room", "round",
    "rule", "run", "safe", "said", "same", "saw", "say", "school", "second",
    "see", "seem", "seen", "seldom", "send", "sense", "serious", "set",
    "seven", "several", "shall", "shape", "share", "sharp", "she", "short",
    "should", "show", "side", "similar", "simple", "simply", "since", "sit",
    "situation", "six", "size", "sleep", "slow", "small", "smell", "so",
    "soft", "some", "somebody", "somehow", "someone", "something",
    "sometimes", "somewhere", "soon", "sorry", "sort", "sound", "space",
    "speak", "special", "spend", "spot", "stand", "start", "state", "stay",
    "step", "still", "stop", "story", "strange", "strong", "stuff", "such",
    "sudden", "suggest", "summary", "suppose", "sure", "surprise", "take",
    "talk", "tall", "task", "tell", "ten", "tend", "thank", "thanks", "that",
    "the", "their", "them", "then", "there", "these", "they", "thing",
    "think", "third", "this", "those", "though", "thought", "three",
    "through", "throughout", "tight", "till", "time", "tiny", "tip", "to",
    "today", "together", "told", "tomorrow", "tonight", "too", "took", "top",
    "topic", "total", "touch", "toward", "train", "tree", "trip", "trouble",
    "true", "try", "turn", "twice", "two", "type", "under", "understand",
    "until", "up", "upon", "us", "use", "used", "useful", "usual", "usually",
    "various", "very", "via", "view", "visit", "wait", "wake", "walk", "wall",
    "want", "warm", "was", "wash", "waste", "watch", "water", "way", "we",
    "wear", "week", "weekend", "well", "went", "were", "what", "whatever",
    "when", "where", "whether", "which", "while", "white", "who", "whole",
    "whom", "whose", "why", "wide", "will", "wish", "with", "within",
    "without", "woman", "wonder", "word", "work", "world", "worry", "worse",
    "worst", "worth", "would", "write", "wrong", "year", "yellow", "yes",
    "yesterday", "yet", "you", "young", "your", "yours",};

static int
compare(const void *key, const void *word)
{
	return cx_str_cmp(*(const struct cx_str *)key,
	    cx_str(*(const char *const *)word));
}

static bool
is_listed(struct cx_str s)
{
	return bsearch(&s, common, sizeof common / sizeof common[0],
	    sizeof common[0], compare) != NULL;
}

/* Also in its usual forms: plans, planned, planning, easiest, tried. */
static bool
is_common(struct cx_str s)
{
	static const char *const ends[] = {"'s", "'ll", "'re", "'ve", "'d",
	    "'m", "n't", "s", "es", "d", "ed", "ing", "er", "est", "ly"};
	char form[32];

	if (s.len >= sizeof form - 2)
		return false;
	if (is_listed(s))
		return true;
	for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
		struct cx_str end = cx_str(ends[i]), stem = s;

		if (s.len < end.len + 2 || !cx_str_ends(s, end))
			continue;
		stem.len -= end.len;
		memcpy(form, stem.s, stem.len);
		form[stem.len] = 'e';
		if (is_listed(stem) || is_listed(cx_strn(form, stem.len + 1)))
			return true;
		if (stem.len > 2 && stem.s[stem.len - 1] ==
		    stem.s[stem.len - 2] &&
		    is_listed(cx_strn(stem.s, stem.len - 1)))
			return true;
		if (stem.s[stem.len - 1] == 'i') {
			form[stem.len - 1] = 'y';
			if (is_listed(cx_strn(form, stem.len)))
				return true;
		}
	}
	return false;
}

/* The next word: letters, digits and _, with ' between them. */
static struct cx_str
next_word(struct cx_str *rest)
{
	struct cx_str word = {rest->s, 0};
	uint32_t cp;

	while (rest->len) {
		size_t n = cx_utf8_decode(rest->s, rest->len, &cp, NULL);
		bool in = cx_is_wordchar(cp) || cp == '_';

		if (in || (cp == '\'' && word.len))
			word.len += n;
		else if (word.len)
			break;
		*rest = cx_str_from(*rest, n);
		if (!word.len)
			word.s = rest->s;
	}
	while (word.len && word.s[word.len - 1] == '\'')
		word.len--;
	return word;
}

void
about_words(struct cx_buf *out, struct cx_str prompt)
{
	CX_AUTO_BUF lower = CX_BUF_INIT;
	CX_AUTO(cx_arena_release) struct cx_arena arena = {0};
	CX_AUTO(cx_map_release) struct cx_map seen = {0};
	struct cx_str word;

	while (seen.n < WORDS_MAX && (word = next_word(&prompt)).len) {
		lower.len = 0;
		cx_utf8_lower(&lower, word);
		word = cx_buf_view(&lower);
		/* A letter is a word of a query; of a prompt it is "I". */
		if (word.len == 1 || is_common(word) ||
		    cx_map_get(&seen, word) != CX_MAP_NONE)
			continue;
		cx_map_put(&seen, cx_arena_copy(&arena, word));
		if (out->len)
			cx_buf_char(out, ' ');
		cx_buf_str(out, word);
	}
}
