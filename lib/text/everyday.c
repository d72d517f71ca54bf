/* Words of everyday English. */
#include "lib/text/everyday.h"
#include "lib/text/stopwords.h"

#include <stdlib.h>
#include <string.h>

static const char *const common[] = {
    "able", "about", "above", "accept", "across", "act", "actually", "add",
    "afraid", "after", "afternoon", "again", "against", "age", "ago", "agree",
    "ahead", "all", "allow", "almost", "alone", "along", "already", "also",
    "although", "always", "am", "amount", "an", "and", "angry", "another",
    "answer", "any", "anybody", "anymore", "anyone", "anything", "anyway",
    "apart", "appear", "are", "area", "around", "arrive", "as", "ask", "at",
    "attempt", "avoid", "await", "away", "back", "bad", "base", "basic", "be",
    "bear", "beat", "because", "become", "been", "before", "begin", "behind",
    "being", "believe", "belong", "below", "beside", "best", "better",
    "between", "beyond", "big", "bit", "board", "body", "bored", "both",
    "bother", "bottom", "bring", "broken", "build", "busy", "but", "buy", "by",
    "call", "calm", "came", "can", "cannot", "care", "carry", "case", "catch",
    "cause", "certain", "chance", "change", "cheap", "check", "child",
    "children", "choose", "clean", "clear", "close", "come", "comfortable",
    "common", "compare", "complete", "concern", "confirm", "consider",
    "contain", "continue", "cool", "correct", "cost", "could", "couple",
    "course", "cover", "create", "current", "cut", "daily", "dare", "dark",
    "date", "day", "deal", "dear", "decide", "deep", "definitely", "depend",
    "describe", "detail", "did", "differ", "difference", "different",
    "difficult", "do", "does", "doing", "done", "dont", "double", "doubt",
    "down", "draft", "draw", "dress", "drive", "drop", "dry", "due", "during",
    "each", "early", "easily", "easy", "eat", "effect", "either", "else",
    "empty", "end", "enjoy", "enough", "entire", "especially", "even",
    "evening", "ever", "every", "everybody", "everyone", "everything", "exact",
    "exactly", "example", "except", "expect", "explain", "extra", "face",
    "fact", "fall", "family", "far", "fast", "favour", "feel", "few", "figure",
    "fill", "final", "finally", "find", "fine", "finish", "first", "fit",
    "fix", "follow", "food", "for", "forget", "form", "forward", "found",
    "four", "free", "fresh", "friend", "from", "front", "full", "fun",
    "further", "game", "gave", "general", "get", "gift", "give", "given",
    "glad", "go", "goes", "going", "gone", "good", "got", "great", "group",
    "grow", "guess", "guide", "had", "half", "hand", "handle", "hang",
    "happen", "happy", "hard", "has", "hate", "have", "he", "head", "hear",
    "heard", "heart", "heat", "heavy", "held", "hello", "help", "hence", "her",
    "here", "hers", "him", "his", "hold", "home", "honest", "hope", "hot",
    "hour", "house", "how", "however", "huge", "hurt", "idea", "if", "imagine",
    "important", "improve", "in", "include", "indeed", "inside", "instead",
    "interest", "into", "involve", "is", "issue", "it", "item", "its",
    "itself", "job", "join", "just", "keep", "kept", "kill", "kind", "knew",
    "know", "known", "lack", "land", "large", "last", "late", "later",
    "latest", "lay", "lazy", "lead", "learn", "least", "leave", "left", "less",
    "let", "level", "lie", "life", "light", "like", "likely", "line", "list",
    "little", "live", "long", "look", "lose", "lost", "lot", "loud", "love",
    "low", "lower", "luck", "made", "main", "make", "man", "many", "mark",
    "matter", "may", "maybe", "me", "mean", "meet", "mention", "message",
    "middle", "might", "mind", "mine", "minute", "miss", "moment", "money",
    "month", "more", "morning", "most", "mostly", "mother", "move", "much",
    "must", "my", "myself", "name", "near", "nearly", "need", "neither",
    "never", "new", "next", "nice", "night", "no", "nobody", "none", "nor",
    "normal", "not", "note", "nothing", "notice", "now", "number", "obvious",
    "of", "off", "offer", "often", "oh", "ok", "okay", "old", "on", "once",
    "one", "only", "onto", "open", "or", "order", "other", "otherwise",
    "ought", "our", "ours", "out", "outside", "over", "own", "page", "pair",
    "part", "particular", "pass", "past", "pay", "people", "perfect",
    "perhaps", "period", "person", "pick", "piece", "place", "plain", "plan",
    "play", "please", "plenty", "point", "poor", "possible", "practice",
    "prefer", "prepare", "present", "pretty", "prevent", "previous",
    "probably", "problem", "proper", "proud", "provide", "pull", "purpose",
    "push", "put", "question", "quick", "quickly", "quiet", "quite", "raise",
    "range", "rather", "read", "ready", "real", "really", "reason", "recent",
    "recently", "recommend", "refer", "regard", "relax", "remain", "remember",
    "remind", "remove", "rent", "repeat", "reply", "rest", "result", "return",
    "right", "road", "room", "round", "rule", "run", "sad", "safe", "said",
    "same", "saw", "say", "school", "second", "see", "seem", "seen", "seldom",
    "send", "sense", "serious", "set", "seven", "several", "shall", "shape",
    "share", "sharp", "she", "short", "should", "show", "side", "similar",
    "simple", "simply", "since", "sit", "situation", "six", "size", "sleep",
    "slow", "small", "smell", "so", "soft", "some", "somebody", "somehow",
    "someone", "something", "sometimes", "somewhere", "soon", "sorry", "sort",
    "sound", "space", "speak", "special", "spend", "spot", "stand", "start",
    "state", "stay", "step", "still", "stop", "story", "strange", "strong",
    "stuff", "such", "sudden", "suggest", "summary", "suppose", "sure",
    "surprise", "take", "talk", "tall", "task", "tell", "ten", "tend", "thank",
    "thanks", "that", "the", "their", "them", "then", "there", "these", "they",
    "thing", "think", "third", "this", "those", "though", "thought", "three",
    "through", "throughout", "tight", "till", "time", "tiny", "tip", "tired",
    "to", "today", "together", "told", "tomorrow", "tonight", "too", "took",
    "top", "topic", "total", "touch", "toward", "train", "tree", "trip",
    "trouble", "true", "try", "turn", "twice", "two", "type", "under",
    "understand", "until", "up", "upon", "us", "use", "used", "useful",
    "usual", "usually", "various", "very", "via", "view", "visit", "wait",
    "wake", "walk", "wall", "want", "warm", "was", "wash", "waste", "watch",
    "water", "way", "we", "wear", "week", "weekend", "well", "went", "were",
    "what", "whatever", "when", "where", "whether", "which", "while", "white",
    "who", "whole", "whom", "whose", "why", "wide", "will", "wish", "with",
    "within", "without", "woman", "wonder", "word", "work", "world", "worry",
    "worse", "worst", "worth", "would", "write", "wrong", "year", "yellow",
    "yes", "yesterday", "yet", "you", "young", "your", "yours"};

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
bool
cx_is_everyday(struct cx_str s)
{
	static const char *const ends[] = {"'s", "'ll", "'re", "'ve", "'d",
	    "'m", "n't", "s", "es", "d", "ed", "ing", "er", "est", "ly"};
	char form[32];

	if (s.len >= sizeof form - 2)
		return false;
	s = cx_regular_form(s);
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
