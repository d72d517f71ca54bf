/*
 * Word lists.
 *
 * The stop list has articles, pronouns, auxiliaries, plain prepositions,
 * conjunctions, question words and parts of contractions, sorted by bytes.
 */
#include "lib/text/stopwords.h"

#include <stdlib.h>

static const char *const words[] = {
    "a", "about", "after", "ain", "all", "also", "am", "an", "and", "any",
    "are", "aren", "as", "at", "be", "because", "been", "before", "being",
    "but", "by", "can", "could", "couldn", "d", "did", "didn", "do", "does",
    "doesn", "doing", "don", "few", "for", "from", "further", "had", "hadn",
    "has", "hasn", "have", "haven", "he", "her", "here", "hers", "herself",
    "him", "himself", "his", "how", "i", "if", "in", "into", "is", "isn", "it",
    "its", "itself", "just", "ll", "m", "ma", "may", "me", "might", "mightn",
    "more", "most", "mustn", "my", "myself", "needn", "no", "nor", "not",
    "now", "o", "of", "on", "only", "or", "other", "our", "ours", "ourselves",
    "out", "over", "own", "re", "s", "shan", "she", "should", "shouldn", "so",
    "some", "such", "t", "than", "that", "the", "their", "theirs", "them",
    "themselves", "then", "there", "these", "they", "this", "those", "to",
    "too", "up", "ve", "very", "was", "wasn", "we", "were", "weren", "what",
    "when", "where", "which", "who", "whom", "why", "will", "with", "won",
    "would", "wouldn", "y", "you", "your", "yours", "yourself", "yourselves",
};

/*
 * Words of place, time and number that are also names of things: a while loop,
 * to scale down, HAVING.  As terms, after stemming; sorted by bytes.
 */
static const char *const weak[] = {
    "abov", "again", "against", "below", "between", "both", "down", "dure",
    "each", "have", "off", "onc", "same", "through", "under", "until", "while",
};

/*
 * Words that ask or join, of languages whose stop words are not known here:
 * German, French, Spanish, Italian, Portuguese, Dutch, Swedish, Danish,
 * Norwegian, Polish, Romanian, Turkish, Vietnamese, Greek, Russian, Ukrainian,
 * Arabic, Hindi, Chinese, Japanese, Korean.  Folded, without marks, and pairs
 * of characters; none that English has often.  Sorted by bytes.
 */
static const char *const asking[] = {
    "avec", "cand", "cate", "cati", "cine", "como", "cual", "cuales", "cuando",
    "cuanto", "dans", "dlaczego", "donde", "eine", "einen", "gdzie", "gi",
    "hangi", "hangisi", "hva", "hvad", "hvor", "hvordan", "hvorfor", "ist",
    "jak", "kac", "kiedy", "kimin", "ktory", "nao", "nasil", "neden", "nedir",
    "nerede", "nhieu", "onde", "para", "perche", "porque", "pourquoi", "quais",
    "qual", "quale", "quali", "quand", "quando", "quel", "quelle", "quelles",
    "quels", "quien", "quienes", "sind", "sont", "unde", "varfor", "vilka",
    "vilken", "vilket", "waar", "waarom", "wann", "wanneer", "warum", "welche",
    "welchen", "welcher", "welches", "welke", "weshalb", "wie", "wieso",
    "wird", "wo", "γιατι", "ποια", "ποιεσ", "ποιο",
    "ποιοι", "ποιον", "ποιοσ", "ποιουσ", "ποσα",
    "ποσεσ", "ποσο", "ποσοι", "ποτε", "που", "πωσ",
    "τι", "где", "де", "для", "зачем", "или", "как",
    "какая", "какие", "каким", "каков", "какое",
    "какои", "каком", "какую", "когда", "кого",
    "коли", "кто", "почему", "про", "сколько",
    "такое", "такои", "чего", "чем", "чому", "что",
    "що", "это", "як", "яка", "яке", "якии", "які", "اي",
    "اين", "كم", "كيف", "لماذا", "ما", "ماذا", "متى",
    "من", "هل", "कब", "कहाँ", "कितना",
    "कितने", "किन", "किस", "किसके",
    "किसने", "किसे", "कैसे", "कौन",
    "क्या", "てす", "とは", "なせ", "につ", "ます", "为何",
    "什么", "什麼", "哪个", "哪個", "哪裡", "哪里", "如何",
    "怎么", "怎样", "怎樣", "怎麼", "為何", "甚麼", "무슨",
    "무엇", "어디", "어떤", "어떻", "언제",
};

/* Forms that no stemmer finds the base of; sorted by bytes. */
static const struct irregular {
	const char *form, *base;
} irregular[] = {
    {"abode", "abide"}, {"am", "be"}, {"are", "be"}, {"arisen", "arise"},
    {"arose", "arise"}, {"ate", "eat"}, {"awoke", "awake"},
    {"awoken", "awake"}, {"bade", "bid"}, {"beaten", "beat"},
    {"became", "become"}, {"been", "be"}, {"befallen", "befall"},
    {"befell", "befall"}, {"began", "begin"}, {"begun", "begin"},
    {"beheld", "behold"}, {"bent", "bend"}, {"besought", "beseech"},
    {"bidden", "bid"}, {"bit", "bite"}, {"bitten", "bite"}, {"bled", "bleed"},
    {"blew", "blow"}, {"blown", "blow"}, {"bore", "bear"}, {"born", "bear"},
    {"borne", "bear"}, {"bought", "buy"}, {"bound", "bind"},
    {"bred", "breed"}, {"broke", "break"}, {"broken", "break"},
    {"brought", "bring"}, {"browbeaten", "browbeat"}, {"built", "build"},
    {"burnt", "burn"}, {"came", "come"}, {"caught", "catch"},
    {"chose", "choose"}, {"chosen", "choose"}, {"clad", "clothe"},
    {"cleft", "cleave"}, {"clove", "cleave"}, {"cloven", "cleave"},
    {"clung", "cling"}, {"crept", "creep"}, {"cried", "cry"},
    {"dealt", "deal"}, {"did", "do"}, {"done", "do"}, {"dove", "dive"},
    {"drank", "drink"}, {"drawn", "draw"}, {"drew", "draw"}, {"dried", "dry"},
    {"driven", "drive"}, {"drove", "drive"}, {"drunk", "drink"},
    {"dug", "dig"}, {"dwelt", "dwell"}, {"dying", "die"}, {"eaten", "eat"},
    {"embedded", "embed"}, {"embedding", "embed"}, {"fallen", "fall"},
    {"fed", "feed"}, {"fell", "fall"}, {"felt", "feel"}, {"fled", "flee"},
    {"flew", "fly"}, {"floodlit", "floodlight"}, {"flown", "fly"},
    {"flung", "fling"}, {"forbade", "forbid"}, {"forbidden", "forbid"},
    {"forbore", "forbear"}, {"forborne", "forbear"}, {"foregone", "forego"},
    {"foresaw", "foresee"}, {"foreseen", "foresee"}, {"foretold", "foretell"},
    {"forewent", "forego"}, {"forgave", "forgive"}, {"forgiven", "forgive"},
    {"forgone", "forgo"}, {"forgot", "forget"}, {"forgotten", "forget"},
    {"forsaken", "forsake"}, {"forsook", "forsake"}, {"forswore", "forswear"},
    {"forsworn", "forswear"}, {"forwent", "forgo"}, {"fought", "fight"},
    {"found", "find"}, {"fried", "fry"}, {"frolicked", "frolic"},
    {"frolicking", "frolic"}, {"froze", "freeze"}, {"frozen", "freeze"},
    {"gassed", "gas"}, {"gassing", "gas"}, {"gave", "give"},
    {"gelled", "gel"}, {"gelling", "gel"}, {"gilt", "gild"},
    {"given", "give"}, {"gone", "go"}, {"got", "get"}, {"gotten", "get"},
    {"graven", "grave"}, {"grew", "grow"}, {"ground", "grind"},
    {"grown", "grow"}, {"had", "have"}, {"hamstrung", "hamstring"},
    {"has", "have"}, {"heard", "hear"}, {"held", "hold"}, {"hid", "hide"},
    {"hidden", "hide"}, {"hove", "heave"}, {"hung", "hang"},
    {"inbred", "inbreed"}, {"inlaid", "inlay"}, {"interwove", "interweave"},
    {"interwoven", "interweave"}, {"is", "be"}, {"kept", "keep"},
    {"knelt", "kneel"}, {"knew", "know"}, {"known", "know"},
    {"laden", "lade"}, {"laid", "lay"}, {"lain", "lie"}, {"lay", "lie"},
    {"leapt", "leap"}, {"led", "lead"}, {"left", "leave"}, {"lent", "lend"},
    {"lit", "light"}, {"lost", "lose"}, {"lying", "lie"}, {"made", "make"},
    {"meant", "mean"}, {"met", "meet"}, {"might", "may"},
    {"mimicked", "mimic"}, {"mimicking", "mimic"}, {"mislaid", "mislay"},
    {"misled", "mislead"}, {"misspent", "misspend"}, {"mistaken", "mistake"},
    {"mistook", "mistake"}, {"misunderstood", "misunderstand"},
    {"molten", "melt"}, {"nonplussed", "nonplus"}, {"nonplussing", "nonplus"},
    {"outdid", "outdo"}, {"outdone", "outdo"}, {"outgrew", "outgrow"},
    {"outgrown", "outgrow"}, {"outlaid", "outlay"}, {"outran", "outrun"},
    {"outshone", "outshine"}, {"overbore", "overbear"},
    {"overborne", "overbear"}, {"overcame", "overcome"},
    {"overdid", "overdo"}, {"overdone", "overdo"}, {"overdrawn", "overdraw"},
    {"overdrew", "overdraw"}, {"overgrew", "overgrow"},
    {"overgrown", "overgrow"}, {"overheard", "overhear"},
    {"overhung", "overhang"}, {"overlaid", "overlay"},
    {"overlain", "overlie"}, {"overlay", "overlie"}, {"overran", "overrun"},
    {"overridden", "override"}, {"overrode", "override"},
    {"oversaw", "oversee"}, {"overseen", "oversee"},
    {"overshot", "overshoot"}, {"overslept", "oversleep"},
    {"overtaken", "overtake"}, {"overthrew", "overthrow"},
    {"overthrown", "overthrow"}, {"overtook", "overtake"},
    {"overwritten", "overwrite"}, {"paid", "pay"}, {"palled", "pal"},
    {"palling", "pal"}, {"panicked", "panic"}, {"panicking", "panic"},
    {"partaken", "partake"}, {"partook", "partake"}, {"picnicked", "picnic"},
    {"picnicking", "picnic"}, {"plied", "ply"}, {"prepaid", "prepay"},
    {"pried", "pry"}, {"proven", "prove"}, {"quizzed", "quiz"},
    {"quizzes", "quiz"}, {"quizzing", "quiz"}, {"ran", "run"},
    {"rang", "ring"}, {"rebuilt", "rebuild"}, {"redid", "redo"},
    {"redone", "redo"}, {"remade", "remake"}, {"rent", "rend"},
    {"repaid", "repay"}, {"reran", "rerun"}, {"retaken", "retake"},
    {"rethought", "rethink"}, {"retook", "retake"}, {"revved", "rev"},
    {"revving", "rev"}, {"rewound", "rewind"}, {"rewritten", "rewrite"},
    {"rewrote", "rewrite"}, {"ridden", "ride"}, {"risen", "rise"},
    {"rode", "ride"}, {"rose", "rise"}, {"rung", "ring"}, {"said", "say"},
    {"sang", "sing"}, {"sank", "sink"}, {"sat", "sit"}, {"saw", "see"},
    {"seen", "see"}, {"sent", "send"}, {"sewn", "sew"}, {"shaken", "shake"},
    {"shaven", "shave"}, {"shied", "shy"}, {"shod", "shoe"},
    {"shone", "shine"}, {"shook", "shake"}, {"shot", "shoot"},
    {"shown", "show"}, {"shrank", "shrink"}, {"shrunk", "shrink"},
    {"shrunken", "shrink"}, {"sicked", "sic"}, {"sicking", "sic"},
    {"slain", "slay"}, {"slept", "sleep"}, {"slew", "slay"},
    {"slid", "slide"}, {"slung", "sling"}, {"slunk", "slink"},
    {"smelt", "smell"}, {"smitten", "smite"}, {"smote", "smite"},
    {"sold", "sell"}, {"sought", "seek"}, {"sown", "sow"}, {"spat", "spit"},
    {"sped", "speed"}, {"spellbound", "spellbind"}, {"spent", "spend"},
    {"spied", "spy"}, {"spoke", "speak"}, {"spoken", "speak"},
    {"sprang", "spring"}, {"sprung", "spring"}, {"spun", "spin"},
    {"stank", "stink"}, {"stole", "steal"}, {"stolen", "steal"},
    {"stood", "stand"}, {"stove", "stave"}, {"strewn", "strew"},
    {"stridden", "stride"}, {"striven", "strive"}, {"strode", "stride"},
    {"strove", "strive"}, {"struck", "strike"}, {"strung", "string"},
    {"stuck", "stick"}, {"stung", "sting"}, {"stunk", "stink"},
    {"sung", "sing"}, {"sunk", "sink"}, {"sunken", "sink"}, {"swam", "swim"},
    {"swept", "sweep"}, {"swollen", "swell"}, {"swore", "swear"},
    {"sworn", "swear"}, {"swum", "swim"}, {"swung", "swing"},
    {"taken", "take"}, {"taught", "teach"}, {"thought", "think"},
    {"threw", "throw"}, {"thrown", "throw"}, {"told", "tell"},
    {"took", "take"}, {"tore", "tear"}, {"torn", "tear"},
    {"trafficked", "traffic"}, {"trafficking", "traffic"},
    {"trekked", "trek"}, {"trekking", "trek"}, {"tried", "try"},
    {"trod", "tread"}, {"trodden", "tread"}, {"tying", "tie"},
    {"typewritten", "typewrite"}, {"typewrote", "typewrite"},
    {"undergone", "undergo"}, {"underlain", "underlie"},
    {"underlay", "underlie"}, {"underpaid", "underpay"},
    {"understood", "understand"}, {"undertaken", "undertake"},
    {"undertook", "undertake"}, {"underwent", "undergo"},
    {"underwritten", "underwrite"}, {"underwrote", "underwrite"},
    {"undid", "undo"}, {"undone", "undo"}, {"unsaid", "unsay"},
    {"unwound", "unwind"}, {"upheld", "uphold"}, {"vying", "vie"},
    {"was", "be"}, {"waylaid", "waylay"}, {"went", "go"}, {"wept", "weep"},
    {"were", "be"}, {"whizzed", "whiz"}, {"whizzes", "whiz"},
    {"whizzing", "whiz"}, {"withdrawn", "withdraw"}, {"withdrew", "withdraw"},
    {"withheld", "withhold"}, {"withstood", "withstand"}, {"woke", "wake"},
    {"woken", "wake"}, {"won", "win"}, {"wore", "wear"}, {"worn", "wear"},
    {"wound", "wind"}, {"wove", "weave"}, {"woven", "weave"},
    {"written", "write"}, {"wrote", "write"}, {"wrought", "work"},
    {"wrung", "wring"}, {"yakked", "yak"}, {"yakking", "yak"},
};

/* By bytes, without a call: most words differ in the first two. */
static inline int
order(struct cx_str s, const char *word)
{
	size_t i = 0;

	while (i < s.len && word[i] && s.s[i] == word[i])
		i++;
	if (i == s.len)
		return word[i] ? -1 : 0;
	return (unsigned char)s.s[i] < (unsigned char)word[i] ? -1 : 1;
}

static int
compare(const void *key, const void *word)
{
	return order(*(const struct cx_str *)key, *(const char *const *)word);
}

_Static_assert(sizeof words / sizeof *words <= CX_STOPWORDS,
    "CX_STOPWORDS is too small");

static const char *const *
find(struct cx_str s)
{
	return bsearch(&s, words, sizeof words / sizeof *words, sizeof *words,
	    compare);
}

bool
cx_is_stopword(struct cx_str s)
{
	return find(s);
}

unsigned
cx_stopword_number(struct cx_str s)
{
	return (unsigned)(find(s) - words);
}

static int
compare_form(const void *key, const void *form)
{
	return order(*(const struct cx_str *)key,
	    ((const struct irregular *)form)->form);
}

struct cx_str
cx_regular_form(struct cx_str s)
{
	const struct irregular *found = bsearch(&s, irregular,
	    sizeof irregular / sizeof *irregular, sizeof *irregular,
	    compare_form);

	return found ? cx_str(found->base) : s;
}

bool
cx_is_asking(struct cx_str s)
{
	return bsearch(&s, asking, sizeof asking / sizeof *asking,
	    sizeof *asking, compare);
}

struct cx_str
cx_stopword(unsigned n)
{
	return cx_str(n < sizeof words / sizeof *words ? words[n] : "");
}

struct cx_str
cx_weak(unsigned n)
{
	return cx_str(n < sizeof weak / sizeof *weak ? weak[n] : "");
}

struct cx_str
cx_asking(unsigned n)
{
	return cx_str(n < sizeof asking / sizeof *asking ? asking[n] : "");
}

bool
cx_irregular(unsigned n, struct cx_str *form, struct cx_str *base)
{
	if (n >= sizeof irregular / sizeof *irregular)
		return false;
	*form = cx_str(irregular[n].form);
	*base = cx_str(irregular[n].base);
	return true;
}
