/*
 * Plain words: those that fit any work and any talk.  A text without other
 * words says nothing specific.  Stop words (stopwords.h) are plain as well.
 */
#include "bin/cx-gate/gate.h"
#include "lib/text/everyday.h"
#include "lib/text/stopwords.h"

#include <stdlib.h>

static const struct {
	const char *words;
	bool judge;
} plain[] = {
    /* what is done at work, and how it went */
    {"do done doing make makes made making work works worked working fix fixes "
    "fixed fixing change changes changed changing update updates updated "
    "updating add adds added adding addition remove removes removed removing "
    "removal create creates created creating creation delete deletes deleted "
    "modify modified modification edit edited edits write writes wrote "
    "written writing rewrite rewritten read reads reading run runs ran "
    "running start starts started starting stop stops stopped begin begins "
    "began begun end ends ended finish finishes finished finishing complete "
    "completes completed completing completion continue continues continued "
    "continuing proceed proceeds proceeded implement implements implemented "
    "implementing implementation refactor refactored refactoring rename "
    "renamed move moved moves moving test tests tested testing tester verify "
    "verified verifies verifying verification check checks checked checking "
    "review reviews reviewed reviewing look looks looked looking inspect "
    "inspected analyze analyzed analyse analysed analysis investigate "
    "investigated investigation explore explored examine examined debug "
    "debugged debugging solve solves solved solving resolve resolves resolved "
    "resolving handle handles handled handling address addressed addresses "
    "build builds built building compile compiles compiled deploy deploys "
    "deployed deployment install installs installed installing installation "
    "configure configures configured configuration config set sets setting "
    "settings setup commit commits committed push pushed pull merge merged "
    "execute executed executes execution generate generates generated improve "
    "improves improved improving improvement optimize optimized optimization "
    "optimise optimised enhance enhanced enhancement clean cleaned cleaner "
    "cleaning cleanup adjust adjusted adjustment apply applied applies "
    "applying perform performs performed performance process processes "
    "processed processing prepare prepared succeed succeeds succeeded success "
    "successful successfully fail fails failed failing failure pass passes "
    "passed passing break breaks broke broken happen happens happened "
    "happening occur occurs occurred appear appears appeared seem seems "
    "seemed become becomes became try tries tried trying attempt attempts "
    "attempted use uses used using usage need needs needed needing require "
    "requires required requirement requirements help helps helped helping "
    "support supports supported provide provides provided providing allow "
    "allows allowed allowing enable enables enabled let lets keep keeps kept "
    "keeping leave leaves left take takes took taken taking give gives gave "
    "given giving get gets got getting go goes went going gone come comes "
    "came coming put puts bring brings brought find finds found finding show "
    "shows showed shown showing see sees saw seen seeing know knows knew "
    "known knowing knowledge think thinks thought thinking believe understand "
    "understands understood understanding learn learns learned learnt "
    "learning remember remembers remembered remembering memory memories note "
    "notes noted notice noticed save saved store stored record recorded "
    "recall restart restarted reboot rebooted retry retried return returns "
    "returned contain contains contained include includes included including "
    "follow follows followed following lead leads cause causes caused causing "
    "affect affects affected depend depends depending ensure ensures ensured "
    "guarantee achieve achieved reach reached deliver delivered develop "
    "develops developed developing developer developers development design "
    "designs designed designing program programs programmer programming code "
    "codes coded coding coder integrate integrated integration correct "
    "corrected corrects correction corrections replace replaced replaces wait "
    "waiting wrap wrapped switch turn turned call called calls pick picked "
    "choose chose chosen choosing choice select selected decide decides "
    "decided deciding decision decisions plan plans planned planning", false},
    {"plus manage managed manages management maintain maintained maintains "
    "maintaining maintenance track tracked share shared open opened close "
    "closed load loaded loads loading send sent receive received compare "
    "compared compares comparing comparison format formatted formatting crash "
    "crashed crashes crashing throw threw thrown throws tweak tweaked tweaks "
    "patch patched display displayed detect convert converted copy copied "
    "paste pasted print printed search searched searching spend spent combine "
    "combined count counted reorganize organize organized arrange arranged "
    "finalize finalized publish published validate validated validation "
    "refine refined polish rerun reran redo double doublecheck re-run list "
    "listed split act acted triggered", false},
    /* what it was about */
    {"thing things stuff something anything everything nothing someone anyone "
    "everyone everybody nobody somebody thingy item items matter matters part "
    "parts piece pieces bit bits lot lots kind kinds type types way ways "
    "approach approaches method methods manner solution solutions option "
    "options alternative alternatives idea ideas concept concepts problem "
    "problems issue issues bug bugs error errors mistake mistakes warning "
    "warnings trouble difficulty reason reasons case cases example examples "
    "instance point points question questions answer answers answered "
    "answering result results outcome output outputs input inputs value "
    "values data information info detail details detailed content contents "
    "context text message messages line lines word words name named names "
    "title lists number numbers amount level levels step steps stage phase "
    "task tasks job jobs todo todos goal goals purpose purposes feature "
    "features function functions functionality class classes module modules "
    "component components object objects variable variables file files folder "
    "folders directory directories document documents documentation docs page "
    "pages comment comments section sections script scripts tool tools "
    "library libraries package packages dependency dependencies api database "
    "databases server servers client clients endpoint schema query queries "
    "index cache app apps application applications software system systems "
    "service services project projects product products codebase repository "
    "repo branch interface logic structure architecture pattern patterns "
    "technology technologies technique techniques practice practices "
    "practical principle principles standard standards rule rules workflow "
    "environment computer machine device version versions release releases "
    "status state progress summary overview conversation conversations chat "
    "discussion discussions session sessions meeting topic topics request "
    "requests requested instruction instructions prompt prompts response "
    "responses feedback suggestion suggestions recommendation lesson lessons "
    "insight insights experience experiences fact facts truth world life "
    "person people user users human team teams member members customer "
    "customers company business assistant agent ai model language languages "
    "quality effort focus benefit benefits advantage advantages impact effect "
    "key future past present today tomorrow yesterday time times day days "
    "week weeks month months year years moment minute minutes hour hours "
    "second seconds while later soon early earlier late currently recently "
    "lately eventually finally already yet still again always never often "
    "sometimes usually generally normally typically actually really certainly "
    "definitely probably possibly maybe perhaps likely together once twice "
    "ever forever everywhere somewhere anywhere first last next previous "
    "final initial third one two three many much few "
    "different similar same other another certain specific particular general "
    "overall whole entire full empty real true false short shorter long "
    "longer high higher low lower new newer old older current ready able "
    "unable possible impossible available big bigger large larger small "
    "smaller hard common relevant expected unexpected intended green red "
    "latest active community exception exceptions null undefined typo typos "
    "syntax condition conditions statement statements missing snippet "
    "snippets block blocks fault faults defect defects glitch pro pros con "
    "cons communication collaboration misunderstanding misunderstandings "
    "sense companies intelligence artificial internet website websites "
    "century growth strategy strategies vision mission main bullet article "
    "articles argument arguments parameter parameters attribute attributes "
    "property properties loop loops boolean trace console web half caching "
    "milestone sprint backlog scope objective objectives role roles position "
    "situation situations circumstance circumstances aspect aspects factor "
    "factors", false},
    {"element elements side sides area base basis core center direction "
    "background history mind lives society nature force steady steadily "
    "shortly objection objections proposed propose proposes proposal "
    "businesses size sizes vanished vanish disappear disappeared special "
    "suggested weather skill skills offer offers offered everyday deal deals "
    "dealing prevent prevents prevented unnecessary online internet "
    "respective respectively corresponding relevant tutorial tutorials guide "
    "guides increase increases increased engagement channel channels "
    "excellence empower transform transformation digital industry iteration "
    "iterations adapt watch watches watched watching fast faster slow "
    "slower", false},
    /* how it was judged */
    {"several various numerous costly impressive accurate trick awesome "
    "exceeded expectation clever "
    "good better best great excellent perfect perfectly amazing wonderful "
    "fantastic brilliant superb nice nicely fine okay ok well bad worse worst "
    "poor wrong right important importance crucial essential critical vital "
    "necessary valuable worth worthwhile interesting appropriate suitable "
    "proper reliable reliability robust robustness scalable scalability "
    "flexible flexibility maintainable maintainability readable readability "
    "efficient efficiency effective effectively effectiveness secure security "
    "safe safely stable stability consistent consistently consistency modern "
    "advanced powerful popular smart elegant simple simpler simplicity easy "
    "easier difficult complex complexity complicated fastest "
    "quick quicker clear clearer unclear smooth smoothly ideal "
    "optimal desired wow cool exciting potential innovation innovative "
    "synergy synergies leverage leverages maximize maximise stakeholder "
    "stakeholders seamless seamlessly productive happier happy glad satisfied "
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
    "effortless effortlessly", true},
    /* how it was said */
    {"love loves loved like likes liked enjoy enjoys enjoyed prefer prefers "
    "preferred preference preferences want wants wanted wish wishes wished "
    "hope hopes hoped expect expects appreciate appreciated appreciates care "
    "cares attention thank thanks thanked please hello hi hey bye goodbye "
    "greeting greetings greeted yes yeah say says said saying tell tells told "
    "telling talk talks talked talking speak speaks spoke spoken ask asks "
    "asked asking mention mentions mentioned explain explains explained "
    "explaining explanation describe describes described description discuss "
    "discusses discussed discussing suggest suggests recommend recommends "
    "recommended inform informed report reported reports respond responded "
    "reply replied agree agrees agreed confirm confirms confirmed clarify "
    "clarified summarize summarized express expressed feel feels felt feeling "
    "consider considered considering considers mean means meant meaning "
    "regard regarding concerning related relate based according above below "
    "across along around between behind beyond during through throughout "
    "toward towards under until upon within without against among despite "
    "except instead rather quite pretty almost nearly enough especially "
    "particularly mainly mostly partly fully completely totally absolutely "
    "exactly merely however therefore thus hence moreover furthermore "
    "additionally although though even else otherwise whether since due order "
    "etc via per opinion opinions personal view views insightful accordingly "
    "clarity additional further extra involve involves involved encounter "
    "encountered face faced identify identified detected root underlying "
    "ongoing pending remain remains remaining over whatever whenever wherever "
    "kinda gonna wanna me my mine your yours foo bar baz blah lorem ipsum "
    "dolor sit amet consectetur adipiscing elit sed eiusmod tempor incididunt "
    "asdf qwerty", false},
};

struct plain {
	struct cx_analyzer *analyzer;
	struct cx_terms room;
	unsigned char *is; /* by term: 1, or 2 if it only judges */
	size_t n;
};

struct plain *
plain_new(const struct cx_json *terms)
{
	struct plain *p = cx_calloc(1, sizeof *p);
	size_t from = 0;

	p->analyzer = cx_analyzer_new(CX_STR("none"));
	for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
		cx_analyze(p->analyzer, cx_str(plain[i].words),
		    CX_ANALYZE_ALL, &p->room);
	p->n = cx_analyzer_count(p->analyzer);
	p->is = cx_calloc(p->n, sizeof *p->is);
	p->room.n = 0;
	for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
		cx_analyze(p->analyzer, cx_str(plain[i].words),
		    CX_ANALYZE_ALL, &p->room);
		for (; from < p->room.n; from++)
			p->is[p->room.id[from]] |= plain[i].judge ? 2 : 1;
	}
	CX_JSON_EACH(e, terms) {
		p->room.n = 0;
		cx_analyze(p->analyzer, cx_json_str(e), CX_ANALYZE_ALL,
		    &p->room);
		for (size_t i = 0; i < p->room.n; i++)
			if (p->room.id[i] < p->n)
				p->is[p->room.id[i]] = 0;
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

/* The mark of a word of the list, also of its plural; 0: it is not there. */
static unsigned char
mark_of(struct plain *p, uint32_t id)
{
	struct cx_str word = cx_analyzer_term(p->analyzer, id);
	size_t n = p->room.n;

	if (id >= p->n && word.len > 3 && word.s[word.len - 1] == 's') {
		word.len--;
		cx_analyze(p->analyzer, word, CX_ANALYZE_ALL, &p->room);
		id = p->room.n > n ? p->room.id[n] : id;
		p->room.n = n;
	}
	return id < p->n ? p->is[id] : 0;
}

enum plain_kind
plain_kind(struct plain *p, struct cx_str word)
{
	enum plain_kind kind = PLAIN_STOP;

	p->room.n = 0;
	cx_analyze(p->analyzer, word, CX_ANALYZE_WORDS, &p->room);
	for (size_t i = 0; i < p->room.n; i++) {
		uint32_t id = p->room.id[i] >> 1;
		unsigned char mark;

		if (cx_is_stopword(cx_analyzer_term(p->analyzer, id)))
			continue;
		mark = mark_of(p, id);
		if (!mark && cx_is_everyday(cx_analyzer_term(p->analyzer, id)))
			mark = 3;
		if (!mark)
			return PLAIN_NOT;
		kind = mark == 2 ? PLAIN_JUDGES : mark == 3 ? PLAIN_EVERYDAY :
		    PLAIN_WORD;
	}
	return kind;
}
