/*
 * Plain words: those that fit any work and any talk.  A text without other
 * words says nothing specific.  Stop words (stopwords.h) are plain as well.
 */
#include "bin/cx-gate/gate.h"
#include "lib/text/everyday.h"
#include "lib/text/stopwords.h"

#include <stdlib.h>

static const char *const plain[] = {
    /* what is done at work, and how it went */
    "done make made making work worked working fix fixes fixed fixing change "
    "changed changing update updated updating add added adding addition "
    "remove removed removing removal create created creating creation delete "
    "deleted modify modified modification edit edited write wrote written "
    "writing rewrite rewritten read reading run ran running start started "
    "starting stop stopped begin began begun end ended finish finishes "
    "finished finishing complete completed completing completion continue "
    "continued continuing proceed proceeded implement implemented "
    "implementing implementation refactor refactored refactoring rename "
    "renamed move moved moving test tested testing tester verify verified "
    "verifies verifying verification check checked checking review reviewed "
    "reviewing look looked looking inspect inspected analyze analyzed analyse "
    "analysed analysis investigate investigated investigation explore "
    "explored examine examined debug debugged debugging solve solved solving "
    "resolve resolved resolving handle handled handling address addressed "
    "addresses build built building compile compiled deploy deployed "
    "deployment install installed installing installation configure "
    "configured configuration config set setting setup commit committed push "
    "pushed pull merge merged execute executed execution generate generated "
    "improve improved improving improvement optimize optimized optimization "
    "optimise optimised enhance enhanced enhancement clean cleaned cleaner "
    "cleaning cleanup adjust adjusted adjustment apply applied applies "
    "applying perform performed performance process processes processed "
    "processing prepare prepared succeed succeeded success successful "
    "successfully fail failed failing failure pass passes passed passing "
    "break broke broken happen happened happening occur occurred appear "
    "appeared seem seemed become became try tries tried trying attempt "
    "attempted use used using usage need needed needing require required "
    "requirement help helped helping support supported provide provided "
    "providing allow allowed allowing enable enabled let keep kept keeping "
    "leave left take took taken taking give gave given giving get got getting "
    "go goes went going gone come came coming put bring brought find found "
    "finding show showed shown showing see saw seen seeing know knew known "
    "knowing knowledge think thought thinking believe understand understood "
    "understanding learn learned learnt learning remember remembered "
    "remembering memory memories note noted notice noticed save saved store "
    "stored record recorded recall restart restarted reboot rebooted retry "
    "retried return returned contain contained include included including "
    "follow followed following lead cause caused causing affect affected "
    "depend depending ensure ensured guarantee achieve achieved reach reached "
    "deliver delivered develop developed developing developer development "
    "design designed designing program programmer programming code coded "
    "coding coder integrate integrated integration correct corrected "
    "correction replace replaced wait waiting wrap wrapped switch turn turned "
    "call called pick picked choose chose chosen choosing choice select "
    "selected decide decided deciding decision plan planned planning",
    "plus manage managed management maintain maintained maintaining "
    "maintenance track tracked share shared open opened close closed load "
    "loaded loading send sent receive received compare compared comparing "
    "comparison format formatted formatting crash crashed crashes crashing "
    "throw threw thrown tweak tweaked patch patched display displayed detect "
    "convert converted copy copied paste pasted print printed search searched "
    "searching spend spent combine combined count counted reorganize organize "
    "organized arrange arranged finalize finalized publish published validate "
    "validated validation refine refined polish rerun reran redo double "
    "doublecheck re-run list listed split act acted triggered",
    /* what it was about */
    "thing stuff something anything everything nothing someone anyone "
    "everyone everybody nobody somebody thingy item matter part piece bit lot "
    "kind type way approach approaches method manner solution option "
    "alternative idea concept problem issue bug error mistake warning trouble "
    "difficulty reason case example instance point question answer answered "
    "answering result outcome output input value data information info detail "
    "detailed content context text message line word name named title number "
    "amount level step stage phase task job todo goal purpose feature "
    "function functionality class classes module component object variable "
    "file folder directory directories document documentation docs page "
    "comment section script tool library libraries package dependency "
    "dependencies api database server client endpoint schema query queries "
    "index cache app application software system service project product "
    "codebase repository repo branch interface logic structure architecture "
    "pattern technology technologies technique practice practical principle "
    "standard rule workflow environment computer machine device version "
    "release status state progress summary overview conversation chat "
    "discussion session meeting topic request requested instruction prompt "
    "response feedback suggestion recommendation lesson insight experience "
    "fact truth world life person people user human team member customer "
    "company business assistant agent ai model language quality effort focus "
    "benefit advantage impact effect key future past present today tomorrow "
    "yesterday time day week month year moment minute hour second while later "
    "soon early earlier late currently recently lately eventually finally "
    "already yet still again always never often sometimes usually generally "
    "normally typically actually really certainly definitely probably "
    "possibly maybe perhaps likely together once twice ever forever "
    "everywhere somewhere anywhere first last next previous final initial "
    "third one two three many much different similar same another certain "
    "specific particular general overall whole entire full empty real true "
    "false short shorter long longer high higher low lower new newer old "
    "older current ready able unable possible impossible available big bigger "
    "large larger small smaller hard common relevant expected unexpected "
    "intended green red latest active community exception null undefined typo "
    "syntax condition statement missing snippet block fault defect glitch pro "
    "con communication collaboration misunderstanding sense companies "
    "intelligence artificial internet website century growth strategy "
    "strategies vision mission main bullet article argument parameter "
    "attribute property properties loop boolean trace console web half "
    "caching milestone sprint backlog scope objective role position situation "
    "circumstance aspect factor",
    "element side area base basis core center direction background history "
    "mind lives society nature force steady steadily shortly objection "
    "proposed propose proposal businesses size vanished vanish disappear "
    "disappeared special suggested weather skill offer offered everyday deal "
    "dealing prevent prevented unnecessary online respective respectively "
    "corresponding tutorial guide increase increased engagement channel "
    "excellence empower transform transformation digital industry iteration "
    "adapt watch watches watched watching fast faster slow slower debt "
    "technical wherever",
    /* how it was judged */
    "several various numerous costly impressive accurate trick awesome "
    "exceeded expectation clever good better best great excellent perfect "
    "perfectly amazing wonderful fantastic brilliant superb nice nicely fine "
    "okay ok well bad worse worst poor wrong right important importance "
    "crucial essential critical vital necessary valuable worth worthwhile "
    "interesting appropriate suitable proper reliable reliability robust "
    "robustness scalable scalability flexible flexibility maintainable "
    "maintainability readable readability efficient efficiency effective "
    "effectively effectiveness secure security safe safely stable stability "
    "consistent consistently consistency modern advanced powerful popular "
    "smart elegant simple simpler simplicity easy easier difficult complex "
    "complexity complicated fastest quick quicker clear clearer unclear "
    "smooth smoothly ideal optimal desired wow cool exciting potential "
    "innovation innovative synergy synergies leverage maximize maximise "
    "stakeholder seamless seamlessly productive happier happy glad satisfied "
    "pleased unhappy thankful grateful welcome sorry sure unsure confident "
    "properly quickly correctly carefully clearly easily simply accurately "
    "thorough thoroughly useful helpful basically remarkable outstanding "
    "friendly expensive cheap satisfying satisfaction confusing confused "
    "confusion careful careless truly rapidly terrible awful horrible fun "
    "funny annoying frustrating frustrated delighted healthy meaningful "
    "purposeful sensible reasonable acceptable decent strong weak rich "
    "superior inferior lovely neat sweet beautiful ugly messy tidy intuitive "
    "pleasant enjoyable rewarding challenging tricky smartly wise wisely "
    "fabulous magnificent terrific stellar flawless flawlessly spotless "
    "polished professional professionally exceptional exceptionally "
    "extraordinary incredible incredibly unbelievable top-notch superbly "
    "effortless effortlessly",
    /* how it was said */
    "love loved like liked enjoy enjoyed prefer preferred preference want "
    "wanted wish wishes wished hope hoped expect appreciate appreciated care "
    "attention thank thanked please hello hi hey bye goodbye greeting greeted "
    "yes yeah say said saying tell told telling talk talked talking speak "
    "spoke spoken ask asked asking mention mentioned explain explained "
    "explaining explanation describe described description discuss discusses "
    "discussed discussing suggest recommend recommended inform informed "
    "report reported respond responded reply replied agree agreed confirm "
    "confirmed clarify clarified summarize summarized express expressed feel "
    "felt feeling consider considered considering mean meant meaning regard "
    "regarding concerning related relate based according above below across "
    "along around between behind beyond during through throughout toward "
    "under until upon within without against among despite except instead "
    "rather quite pretty almost nearly enough especially particularly mainly "
    "mostly partly fully completely totally absolutely exactly merely however "
    "therefore thus hence moreover furthermore additionally although though "
    "even else otherwise whether since due order etc via per opinion personal "
    "view insightful accordingly clarity additional extra involve involved "
    "encounter encountered face faced identify identified detected root "
    "underlying ongoing pending remain remaining whatever whenever wherever "
    "kinda gonna wanna mine foo bar baz blah lorem ipsum dolor sit amet "
    "consectetur adipiscing elit sed eiusmod tempor incididunt asdf "
    "qwerty",
};

struct plain {
	struct cx_analyzer *analyzer;
	struct cx_terms room;
	bool *is; /* by term */
	size_t n;
};

struct plain *
plain_new(const struct cx_json *terms)
{
	struct plain *p = cx_calloc(1, sizeof *p);

	p->analyzer = cx_analyzer_new(CX_STR("none"));
	for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
		cx_analyze(p->analyzer, cx_str(plain[i]), CX_ANALYZE_ALL,
		    &p->room);
	p->n = cx_analyzer_count(p->analyzer);
	p->is = cx_calloc(p->n, sizeof *p->is);
	for (size_t i = 0; i < p->room.n; i++)
		p->is[p->room.id[i]] = true;
	CX_JSON_EACH(e, terms) {
		p->room.n = 0;
		cx_analyze(p->analyzer, cx_json_str(e), CX_ANALYZE_ALL,
		    &p->room);
		for (size_t i = 0; i < p->room.n; i++)
			if (p->room.id[i] < p->n)
				p->is[p->room.id[i]] = false;
	}
	return p;
}

void
plain_free(struct plain *p)
{
	cx_analyzer_free(p->analyzer);
	cx_terms_release(&p->room);
	free(p->is);
	free(p);
}

/* Whether a word is in the list, or its plural is. */
static bool
is_listed(struct plain *p, uint32_t id)
{
	struct cx_str word = cx_analyzer_term(p->analyzer, id);
	size_t n = p->room.n;

	if (id >= p->n && word.len > 3 && word.s[word.len - 1] == 's') {
		word.len--;
		cx_analyze(p->analyzer, word, CX_ANALYZE_ALL, &p->room);
		id = p->room.n > n ? p->room.id[n] : id;
		p->room.n = n;
	}
	return id < p->n && p->is[id];
}

bool
plain_is(struct plain *p, struct cx_str word)
{
	p->room.n = 0;
	cx_analyze(p->analyzer, word, CX_ANALYZE_WORDS, &p->room);
	for (size_t i = 0; i < p->room.n; i++) {
		uint32_t id = p->room.id[i] >> 1;
		struct cx_str term = cx_analyzer_term(p->analyzer, id);

		if (!cx_is_stopword(term) && !is_listed(p, id) &&
		    !cx_is_everyday(cx_analyzer_term(p->analyzer, id)))
			return false;
	}
	return true;
}
