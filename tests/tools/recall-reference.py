#!/usr/bin/env python3
"""recall-reference.py [RECORDS] [--top N] [--explain] QUERY...        one query
   recall-reference.py [RECORDS] [--top N] --queries FILE              many (one a line, or NDJSON {"qid","query"})

Reference of the ranking `recall` (version 3). RECORDS is what `cx-scan --body` prints (NDJSON), `-` or nothing is
stdin. Prints `score<TAB>path`, best first; with --queries `qid<TAB>score<TAB>path`. Python's standard library, and libstemmer
for other languages than English.

Every logarithm, norm and quotient is rounded once to a multiple of 2^-20; all else is integer arithmetic."""
import sys,json,re,math,unicodedata,collections,os,datetime,ctypes,ctypes.util
ONE=1<<20
STOP=set('''a about after ain all also am an and any are aren as at be because been before being but by can could couldn d
did didn do does doesn doing don few for from further had hadn has hasn have haven he her here hers herself him
himself his how i if in into is isn it its itself just ll m ma may me might mightn more most mustn my myself
needn no nor not now o of on only or other our ours ourselves out over own re s shan she should shouldn so some
such t than that the their theirs them themselves then there these they this those to too up ve very was wasn we
were weren what when where which who whom why will with won would wouldn y you your yours yourself yourselves'''.split())
# of other languages: a query with one is a sentence
ASKING=set('''avec cand cate cati cine como cual cuales cuando cuanto dans dlaczego donde eine einen gdzie gi hangi
hangisi hva hvad hvor hvordan hvorfor ist jak kac kiedy kimin ktory nao nasil neden nedir nerede nhieu onde para
perche porque pourquoi quais qual quale quali quand quando quel quelle quelles quels quien quienes sind sont unde
varfor vilka vilken vilket waar waarom wann wanneer warum welche welchen welcher welches welke weshalb wie wieso
wird wo γιατι ποια ποιεσ ποιο ποιοι ποιον ποιοσ ποιουσ ποσα ποσεσ ποσο ποσοι ποτε που πωσ τι где де для зачем или
как какая какие каким каков какое какои каком какую когда кого коли кто почему про сколько такое такои чего чем чому
что що это як яка яке якии які اي اين كم كيف لماذا ما ماذا متى من هل कब कहाँ कितना कितने किन किस किसके किसने किसे
कैसे कौन क्या てす とは なせ につ ます 为何 什么 什麼 哪个 哪個 哪裡 哪里 如何 怎么 怎样 怎樣 怎麼 為何 甚麼 무슨 무엇 어디 어떤 어떻 언제'''.split())
# words that are frequent in one language, of each ten
LANGUAGES={l.split(': ')[0]:l.split(': ')[1].split() for l in '''german: und der nicht ist mit von ein eine auf auch
french: les des est dans une pour qui sur avec sont
spanish: los las el sus este puede cuando donde tiene tambien
italian: il della che gli nel sono alla dei delle anche
portuguese: nao uma os dos em com mais foi sao pelo
dutch: het een van zijn niet voor met ook aan wordt
swedish: och att som ett inte ar till fran eller hade
danish: og af til ikke som blev hvor efter ogsa vaere
norwegian: og av til ikke som ble hvor etter ogsa vaere
finnish: ja etta oli ovat mutta myos joka kun ei han
hungarian: az egy hogy nem volt csak vagy mint ez meg
romanian: din este pentru care cu sau fost prin sunt mai
turkish: ve bir bu icin ile olarak daha olan gibi cok
catalan: els amb dels perque aquest aquesta als seva molt tambe
basque: eta ez zen dira bat ere izan du baina zuen
irish: agus bhi ata leis sa nach mar gur raibh chun
indonesian: yang dan dengan untuk dari pada dalam ini tidak adalah
lithuanian: ir kad yra buvo su bet kaip nuo apie savo
porter: the of and is that for with this from which'''.split('\n')}
WEAK='above again against below between both down during each having off once same through under until while'.split() # count half
IRREGULAR=dict(x.split('>') for x in '''abode>abide am>be are>be arisen>arise arose>arise ate>eat awoke>awake awoken>awake bade>bid beaten>beat
became>become been>be befallen>befall befell>befall began>begin begun>begin beheld>behold bent>bend
besought>beseech bidden>bid bit>bite bitten>bite bled>bleed blew>blow blown>blow bore>bear born>bear borne>bear
bought>buy bound>bind bred>breed broke>break broken>break brought>bring browbeaten>browbeat built>build
burnt>burn came>come caught>catch chose>choose chosen>choose clad>clothe cleft>cleave clove>cleave cloven>cleave
clung>cling crept>creep cried>cry dealt>deal did>do done>do dove>dive drank>drink drawn>draw drew>draw dried>dry
driven>drive drove>drive drunk>drink dug>dig dwelt>dwell dying>die eaten>eat embedded>embed embedding>embed
fallen>fall fed>feed fell>fall felt>feel fled>flee flew>fly floodlit>floodlight flown>fly flung>fling
forbade>forbid forbidden>forbid forbore>forbear forborne>forbear foregone>forego foresaw>foresee
foreseen>foresee foretold>foretell forewent>forego forgave>forgive forgiven>forgive forgone>forgo forgot>forget
forgotten>forget forsaken>forsake forsook>forsake forswore>forswear forsworn>forswear forwent>forgo fought>fight
found>find fried>fry frolicked>frolic frolicking>frolic froze>freeze frozen>freeze gassed>gas gassing>gas
gave>give gelled>gel gelling>gel gilt>gild given>give gone>go got>get gotten>get graven>grave grew>grow
ground>grind grown>grow had>have hamstrung>hamstring has>have heard>hear held>hold hid>hide hidden>hide
hove>heave hung>hang inbred>inbreed inlaid>inlay interwove>interweave interwoven>interweave is>be kept>keep
knelt>kneel knew>know known>know laden>lade laid>lay lain>lie lay>lie leapt>leap led>lead left>leave lent>lend
lit>light lost>lose lying>lie made>make meant>mean met>meet might>may mimicked>mimic mimicking>mimic
mislaid>mislay misled>mislead misspent>misspend mistaken>mistake mistook>mistake misunderstood>misunderstand
molten>melt nonplussed>nonplus nonplussing>nonplus outdid>outdo outdone>outdo outgrew>outgrow outgrown>outgrow
outlaid>outlay outran>outrun outshone>outshine overbore>overbear overborne>overbear overcame>overcome
overdid>overdo overdone>overdo overdrawn>overdraw overdrew>overdraw overgrew>overgrow overgrown>overgrow
overheard>overhear overhung>overhang overlaid>overlay overlain>overlie overlay>overlie overran>overrun
overridden>override overrode>override oversaw>oversee overseen>oversee overshot>overshoot overslept>oversleep
overtaken>overtake overthrew>overthrow overthrown>overthrow overtook>overtake overwritten>overwrite paid>pay
palled>pal palling>pal panicked>panic panicking>panic partaken>partake partook>partake picnicked>picnic
picnicking>picnic plied>ply prepaid>prepay pried>pry proven>prove quizzed>quiz quizzes>quiz quizzing>quiz
ran>run rang>ring rebuilt>rebuild redid>redo redone>redo remade>remake rent>rend repaid>repay reran>rerun
retaken>retake rethought>rethink retook>retake revved>rev revving>rev rewound>rewind rewritten>rewrite
rewrote>rewrite ridden>ride risen>rise rode>ride rose>rise rung>ring said>say sang>sing sank>sink sat>sit
saw>see seen>see sent>send sewn>sew shaken>shake shaven>shave shied>shy shod>shoe shone>shine shook>shake
shot>shoot shown>show shrank>shrink shrunk>shrink shrunken>shrink sicked>sic sicking>sic slain>slay slept>sleep
slew>slay slid>slide slung>sling slunk>slink smelt>smell smitten>smite smote>smite sold>sell sought>seek
sown>sow spat>spit sped>speed spellbound>spellbind spent>spend spied>spy spoke>speak spoken>speak sprang>spring
sprung>spring spun>spin stank>stink stole>steal stolen>steal stood>stand stove>stave strewn>strew
stridden>stride striven>strive strode>stride strove>strive struck>strike strung>string stuck>stick stung>sting
stunk>stink sung>sing sunk>sink sunken>sink swam>swim swept>sweep swollen>swell swore>swear sworn>swear
swum>swim swung>swing taken>take taught>teach thought>think threw>throw thrown>throw told>tell took>take
tore>tear torn>tear trafficked>traffic trafficking>traffic trekked>trek trekking>trek tried>try trod>tread
trodden>tread tying>tie typewritten>typewrite typewrote>typewrite undergone>undergo underlain>underlie
underlay>underlie underpaid>underpay understood>understand undertaken>undertake undertook>undertake
underwent>undergo underwritten>underwrite underwrote>underwrite undid>undo undone>undo unsaid>unsay
unwound>unwind upheld>uphold vying>vie was>be waylaid>waylay went>go wept>weep were>be whizzed>whiz whizzes>whiz
whizzing>whiz withdrawn>withdraw withdrew>withdraw withheld>withhold withstood>withstand woke>wake woken>wake
won>win wore>wear worn>wear wound>wind wove>weave woven>weave written>write wrote>write wrought>work wrung>wring
yakked>yak yakking>yak'''.split())
MONTHS='january february march april may june july august september october november december'.split()

# ---------------------------------------------------------------- words
def porter():
    "the original Porter stemmer, as libstemmer `porter`"
    V='aeiou'
    def cons(w,i):
        c=w[i]
        if c in V: return False
        if c=='y': return i==0 or not cons(w,i-1)
        return True
    def m(w):
        s=''.join('c' if cons(w,i) else 'v' for i in range(len(w))); return len(re.findall('vc',re.sub(r'(.)\1+',r'\1',s)))
    def vowel(w): return any(not cons(w,i) for i in range(len(w)))
    def dbl(w): return len(w)>1 and w[-1]==w[-2] and cons(w,len(w)-1)
    def cvc(w):
        n=len(w); return n>2 and cons(w,n-3) and not cons(w,n-2) and cons(w,n-1) and w[-1] not in 'wxy'
    S2=dict(ational='ate',tional='tion',enci='ence',anci='ance',izer='ize',abli='able',alli='al',entli='ent',eli='e',ousli='ous',
        ization='ize',ation='ate',ator='ate',alism='al',iveness='ive',fulness='ful',ousness='ous',aliti='al',iviti='ive',biliti='ble')
    S3=dict(icate='ic',ative='',alize='al',iciti='ic',ical='ic',ful='',ness='')
    S4='al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize'.split()
    def longest(w,S): return next((w[-k:] for k in range(min(7,len(w)),0,-1) if w[-k:] in S),None)
    S4=set(S4)
    def stem(w):
        w0=w
        if w.endswith('sses'): w=w[:-2]
        elif w.endswith('ies'): w=w[:-2]
        elif w.endswith('ss'): pass
        elif w.endswith('s'): w=w[:-1]
        if w.endswith('eed'):
            if m(w[:-3])>0: w=w[:-1]
        else:
            for e in('ed','ing'):
                if w.endswith(e):
                    if vowel(w[:-len(e)]):
                        w=w[:-len(e)]
                        if w.endswith(('at','bl','iz')): w+='e'
                        elif dbl(w) and w[-1] in 'bdfgmnprt': w=w[:-1]
                        elif m(w)==1 and cvc(w): w+='e'
                    break
        if w.endswith('y') and vowel(w[:-1]): w=w[:-1]+'i'
        for S in(S2,S3):
            e=longest(w,S)
            if e and m(w[:-len(e)])>0: w=w[:-len(e)]+S[e]
        e=longest(w,S4)
        if e:
            b=w[:-len(e)]
            if m(b)>1 and (e!='ion' or b[-1:] in('s','t')): w=b
        if w.endswith('e'):
            b=w[:-1]
            if m(b)>1 or (m(b)==1 and not cvc(b)): w=b
        if w.endswith('ll') and m(w[:-1])>1: w=w[:-1]
        return w or w0
    return stem
_porter=porter(); _memo={}; _snowball={}; _lib=None; WEAK_TERMS=set()
def snowball(name,w):
    global _lib
    if not _lib:
        _lib=ctypes.CDLL(ctypes.util.find_library('stemmer') or 'libstemmer.so.0d'); P=ctypes.c_void_p
        _lib.sb_stemmer_new.restype=P; _lib.sb_stemmer_new.argtypes=[ctypes.c_char_p]*2
        _lib.sb_stemmer_stem.restype=P; _lib.sb_stemmer_stem.argtypes=[P,ctypes.c_char_p,ctypes.c_int]; _lib.sb_stemmer_length.argtypes=[P]
    s=_snowball.setdefault(name,None) or _snowball.__setitem__(name,_lib.sb_stemmer_new(name.encode(),b'UTF_8')) or _snowball[name]
    b=w.encode(); r=_lib.sb_stemmer_stem(s,b,len(b)); return ctypes.string_at(r,_lib.sb_stemmer_length(s)).decode() or w
def script(w):
    c=ord(w[0]); among=lambda *R: any(a<=c<=b for a,b in R)
    return 'latin' if c<0x370 or among((0x1e00,0x1eff),(0x2c60,0x2c7f),(0xa720,0xa7ff)) else 'greek' if c<=0x3ff else 'russian' if c<=0x52f else 'arabic' if among((0x600,0x6ff),(0x750,0x77f)) else 'hindi' if among((0x900,0x97f)) else ''
_latin=['porter']
# of number and gender alone: dipendenza, dipendente and dipendere are not one word
LIGHT=dict(spanish=re.compile('(?<=...)[aeo]s$|(?<=....)[aeo]$'),italian=re.compile('(?<=....)(?:i[aeio]|h[ei])$|(?<=.....)[aeio]$'))
PLURAL=re.compile('(?<=..)(?:(\u093f\u092f(?:\u094b\u0902|\u093e[\u0901\u0902]))|(\u093e(?:\u0913\u0902|\u090f[\u0901\u0902]))|[\u094b\u0947]\u0902)$') # the rest of its stemmer makes one word of yesterday and art
def stem(w):
    "by the stemmers of its script, one after the other"
    r=_memo.get(w)
    if r is None:
        r=w; k=script(w)
        for l in _latin if k=='latin' else [k] if k else []:
            if l=='hindi': r=PLURAL.sub(lambda m: '\u0940' if m[1] else '\u093e' if m[2] else '',r)
            elif l in LIGHT: r=LIGHT[l].sub('',r) if w.isascii() else r
            elif l!='porter': r=snowball(l,r)
            elif w.isascii(): r=_porter(IRREGULAR.get(w,w) if r==w else r)
        _memo[w]=r
    return r
def speak(languages):
    "words of the Latin script are of these languages"
    _latin[:]=languages; _memo.clear(); WEAK_TERMS.clear(); WEAK_TERMS.update(stem(w) for w in ASKING)
    if 'porter' in languages: WEAK_TERMS.update(_porter(w) for w in WEAK)
WORD=re.compile('[A-Za-z0-9]+')
NS='\u0e00-\u109f\u1100-\u11ff\u1780-\u17ff\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3038-\u303c\u3040-\u30ff\u3105-\u318f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U0001b000-\U0001b16f\U00020000-\U0003ffff' # no spaces: bigrams
RUN=re.compile('['+NS+']+|[^'+NS+']+'); INNS=re.compile('['+NS+']')
HANGUL=re.compile('[\uac00-\ud7a3]')
def is_whole(t): return len(t)>2 and not t.isascii() and bool(HANGUL.search(t)) # a word as it is written, beside its pairs
PART=re.compile(r'[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+')
# default-ignorable code points (DerivedCoreProperties.txt): they vanish
IGNORED=re.compile('[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+')
ACCENTED=((0x41,0x52f),(0x590,0x6ff),(0x750,0x77f),(0x870,0x8ff),(0x1c80,0x1c8f),(0x1d00,0x1fff),(0x2c60,0x2c7f),(0xa640,0xa69f),(0xa720,0xa7ff),(0xab30,0xab6f)) # letters whose marks are accents: Latin, Greek, Cyrillic, Hebrew, Arabic
# letters without a decomposition, as people type them
TYPED=str.maketrans({**dict(zip('łøđðħıŧŋĸƀɓɖɗɇǥɨɉƙƚɫɵɍʉʋɏƴƶ','loddhitnkbbddegijklloruvyyz'.replace(' ',''))),'æ':'ae','œ':'oe','þ':'th','ß':'ss','\u0640':''})
def is_symbol(c): return c>'\x7f' and (unicodedata.category(c) in('Sc','Sm','So') and not '\u2500'<=c<='\u259f' and c!='\ufffd' or c in '\u00a7\u00b6\u2020\u2021')
ACCENT='\0' # stands where one was
def bare(s):
    "NFKD without what is ignored, and without accents; the marks of other scripts are letters"
    out=[]; letter=False
    for c in IGNORED.sub('',unicodedata.normalize('NFKD',s.replace(ACCENT,' '))):
        k=unicodedata.category(c)[0]
        if k!='M': letter=k=='L' and not any(a<=ord(c)<=b for a,b in ACCENTED)
        elif not letter: c=ACCENT
        out.append(c)
    return ''.join(out)
def low(w): return w.lower() if w.isascii() else unicodedata.normalize('NFC',w.casefold().translate(TYPED))
SPECIAL=re.compile(r'((?<![\w\x80-\U0010ffff])[A-Za-z][A-Za-z0-9]*(?:\+\+|#)(?![\w+#\x80-\U0010ffff])|(?<![\w.)/\]\x80-\U0010ffff])\.[A-Za-z][A-Za-z0-9]+(?![\w\x80-\U0010ffff]))',re.A) # C++ C# .NET
class Word(str): marked=False # folded; caps: in capitals; written: as written; letter: a letter by itself; symbol; marked: with an accent
def word(w,written,alone=True,symbol=False):
    w=Word(w); w.written=written; w.caps=written.isascii() and len(written)>1 and (written[:2]+written[-1]).isupper() and (written[:2]+written[-1]).isalpha(); w.alone=alone; w.symbol=symbol; return w
class Term(str): "of a word"
class Stop(Term): "the term of a stop word, which is not counted in the length of names"
def word_of(t): return str(getattr(t,'word',t))
def is_bent(t):
    "whether another stemmer than that of English changed a word"
    w=word_of(t); return t!=w and (_latin!=['porter'] if script(w)=='latin' else script(w)!='hindi')
def term(w,kind=Term): t=kind(stem(w)); t.word=w; return t
def is_special(w): return w[-1:] in('+','#') or w[:1]=='.'
def words(s,symbols=False):
    "folded words: runs of letters, digits and marks; C++, C# and .NET; with symbols, each of them"
    out=[]
    for k,part in enumerate([s] if not re.search(r'[+#.]',s) else SPECIAL.split(s)):
        if k%2: out.append(word(part.lower(),part)); continue
        if part.isascii(): out+=[word(m.group().lower(),m.group(),part[m.start()-1:m.start()]!="'") for m in WORD.finditer(part)]; continue
        run=''; before=''; last=''; marked=False
        for c in bare(part)+' ':
            if c==ACCENT: marked=True; continue
            if unicodedata.category(c)[0] in 'LM' or unicodedata.category(c)=='Nd':
                if not run: last=before; marked=False
                run+=c; before=c; continue
            if run: out.append(word(low(run),run,last not in("'",'\u2019'))); out[-1].marked=marked; run=''
            if symbols and is_symbol(c): out.append(word(c,c,symbol=True))
            before=c
    return [w for w in out if w]
def cut(w):
    "at most 128 bytes count"
    return w if len(w)<=32 else w.encode()[:128].decode(errors='ignore')
def pieces(s):
    "folded words, taken apart where such a script begins or ends"
    return [r for w in words(s) for r in ([w] if w.isascii() else RUN.findall(w))]
def units(r):
    "characters with their marks, at most seven each"
    out=[]
    for c in r:
        if out and unicodedata.category(c)[0]=='M' and len(out[-1])<8: out[-1]+=c
        else: out.append(c)
    return out
def in_pairs(r):
    u=units(r); return u if len(u)==1 else [u[i]+u[i+1] for i in range(len(u)-1)]
def is_stop(w): return w in STOP and not getattr(w,'marked',False)
def kept(W,drop=lambda w: is_stop(w) and not w.caps,parts=False):
    "terms; a stop word counts where it is written in one with a script without spaces"
    out=[]
    for w in W:
        if is_special(w):
            out.append(term(cut(str(w)))); part=w.strip('+#.')
            out+=kept([word(part,w.written.strip('+#.'))],drop)
            continue
        for r in ([w] if w.isascii() else RUN.findall(w)):
            if INNS.match(r): out+=in_pairs(r)
            elif r!=w or not drop(w): out.append(term(cut(r),Stop if r==w and is_stop(w) and not w.caps else Term))
        if is_whole(cut(w)): out.append(cut(w))
        if parts and not w.symbol:
            P=PART.findall(w.written) if w.written.isascii() else []
            if len(P)>1 and not(len(P)==2 and len(P[0])==1 and P[0].isalpha()): out+=kept([word(x.lower(),x) for x in P if len(x)>1],drop)
    return out
URI='[^\\x00-\\x20()<>"\'`\\\\^{}|'
BLOB=re.compile('(?<![A-Za-z0-9])[Dd][Aa][Tt][Aa]:(?=[^,]{0,128},)(?:;%s,]*|%s,/]%s,]*/%s,]*),%s]*|([A-Za-z0-9+/_-]{256,})=*'%((URI,)*5))
def is_data(run): return sum(map(str.isdigit,run))>=len(run)//32 and len(re.findall('[/_-]',run))<=len(run)//12
def without_blobs(s):
    "data URIs and long runs of base64 are no words (lib/markdown/blob.h)"
    return s if len(s)<256 and ',' not in s else BLOB.sub(lambda m: m[0] if m[1] and not is_data(m[1]) else ' ',s)
def terms(s): return kept(words(without_blobs(s),True))
IDENTIFIER=re.compile('[A-Za-z0-9]*[a-z][A-Z][A-Za-z0-9]*')
def identifiers(s):
    "parts of iterateRootLeaves in a text"
    out=[]; s=without_blobs(s)
    for m in IDENTIFIER.finditer(s):
        w=m.group(); P=PART.findall(w)
        if any(map(is_wordchar,s[max(0,m.start()-1):m.start()]+s[m.end():m.end()+1])): continue
        if len(w)<=64 and len(w)>=3*len(P) and not(len(P)==2 and len(P[0])==1): out+=kept([word(x.lower(),x) for x in P if len(x)>1])
    return out
def name_terms(s):
    T=kept(words(s,True),lambda w: False,True); return T if any(not isinstance(t,Stop) for t in T) else [term(t.word) for t in T]
def asked(s):
    """what a stop word of a query is: with nothing else all count; else those in capitals, unless all of it is, and in a
    list, which has no other, single letters"""
    W=words(s,True); loud=not any('a'<=c<='z' for c in s)
    drop=lambda w: is_stop(w) and (loud or not w.caps)
    if not kept(W,drop,True): return lambda w: False
    if any(drop(w) and not(len(w)==1 and w.alone) for w in W): return drop
    return lambda w: drop(w) and not(len(w)==1 and w.alone)
def only_stops(s):
    W=words(s,True); loud=not any('a'<=c<='z' for c in s)
    return not BEGIN.search(s) and not kept(W,lambda w: is_stop(w) and (loud or not w.caps),True)
BEGIN=re.compile(r'(?<!\S)(?!\*)(\S*?)([^\W_%s]{2,})\*(?!\S)'%NS) # word*: all words that begin so
def plain(s): return BEGIN.sub(r'\1',s)
def query_terms(s): return kept(words(plain(s),True),asked(plain(s)),True)+[m[2]+'*' for m in BEGIN.finditer(s)]

def particles(s):
    "single characters of scripts without spaces that s has only in one with another script"
    P=[(w,r) for w in words(s) for r in ([w] if w.isascii() else RUN.findall(w)) if INNS.match(r) and len(units(r))==1]
    return {r for w,r in P if r!=w}-{r for w,r in P if r==w}

# ---------------------------------------------------------------- atoms
def as_list(x):
    if isinstance(x,str): return [y.strip() for y in re.split('[,;]',x) if y.strip()]
    return [str(y) for y in x if isinstance(y,(str,int)) and not isinstance(y,bool)] if isinstance(x,list) else []
def as_text(x): return x if isinstance(x,str) else ''
def only_heading(body):
    "the heading of level 1 that a text begins with, if it has no other"
    fence=False; found=[]; seen=False
    for l in body.split('\n'):
        if l.startswith(('```','~~~')): fence=not fence
        elif not fence and re.match(r'#\s',l):
            if seen: return ''
            found.append(re.sub(r'\s+#*\s*$','',l[1:]).strip())
        seen=seen or bool(l.strip(' \t\r'))
    return ''.join(found)
def fold(s): return IGNORED.sub('',unicodedata.normalize('NFC',s).lower())
def whole(s): return '_'.join(t for r in pieces(s) for t in ([cut(r)] if not INNS.match(r) else in_pairs(r)))
def over(u,v): return is_pair(u) and is_pair(v) and len(units(u))==len(units(v))==2 and units(u)[1]==units(v)[0]
def in_row(s):
    "the first 64 different ones of three characters in a row"
    out={}; run=[]
    for u in units(unicodedata.normalize('NFC',s)):
        run=run+[u] if INNS.match(u) else []
        if len(run)>2: out[''.join(run[-3:])]=1
    return list(out)[:64]
def spans(s):
    "what of a query may be a name or a heading: [(key, terms)], less than all, several words unless it is a sentence; all terms; whether a stop word shows that it is one"
    drop=asked(s); none=only_stops(s)
    W=[(str(t),None if r==w and is_stop(w) and (none or drop(w)) else t if INNS.match(r) or is_special(r) else stem(t)) for w in words(s) for r in ([w] if w.isascii() else RUN.findall(w))
       for t in ([cut(r)] if not INNS.match(r) else in_pairs(r))]
    n=len(W); said=any(t is None or w in ASKING for w,t in W); several=lambda i,j: any(not over(W[k-1][0],W[k][0]) for k in range(i+1,j))
    return [('_'.join(w for w,_ in W[i:j]),[t for _,t in W[i:j] if t]) for i in range(n) for j in range(i+1,n+1) if j-i<n<=32 and (said or several(i,j))],[t for _,t in W if t],said
def headings(body):
    "ATX headings outside fenced code as they are read: links are their text, an id in braces is left out"
    fence=False
    for l in body.split('\n'):
        if l.startswith(('```','~~~')): fence=not fence
        elif not fence and re.match(r'#{1,6}[ \t\r]',l):
            h=re.sub(r'(^|[ \t])#+$','',l.lstrip('#').strip(' \t\r')).strip(' \t\r')
            yield re.sub(r'\]\([^)]*\)',' ',h[:h.rindex('{')] if h.endswith('}') and '{' in h else h)
def is_pair(t): return bool(INNS.match(t))
def halves(T):
    "how much each term of a query counts, in halves: characters of a run of three or more are in two pairs each, a whole word has its pairs beside it, a weak word says little"
    h=collections.Counter()
    for k,t in enumerate(T):
        h[t]+=1 if is_whole(t) or t in WEAK_TERMS or k and over(T[k-1],t) or k+1<len(T) and over(t,T[k+1]) else 2
    return h
def file_stem(path): return re.sub(r'\.md$','',path.rsplit('/',1)[-1])
def day(text):
    "days since 1970 of a date, as it is written; very small of none"
    try: return (datetime.date.fromisoformat(text[:10])-datetime.date(1970,1,1)).days
    except ValueError: return -10**9
STAMP=re.compile(r'\s*(\d{4}-\d\d-\d\d)(?:(?:T|\s+)(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*(?:Z|([+-])(\d\d):?(\d\d))?)?\s*$')
def moment(text):
    "seconds since 1970 of a date and time, which is UTC unless it says more"
    m=STAMP.match(text)
    if not m or day(m[1])==-10**9: return -10**15
    h,mi,s,zh,zm=(int(m[i] or 0) for i in(2,3,4,6,7))
    return day(m[1])*86400+h*3600+mi*60+s-(zh*60+zm)*60*(-1 if m[5]=='-' else 1)
def dates(s):
    "[(text, day)] of the dates of a query: 2024-01-24, 24.01.2024, 24 January 2024, January 24, 2024"
    W=[(m.start(),m[0].lstrip('([{<\'"')) for m in re.finditer(r'\S+',s)]; W=[(at+len(s[at:].split()[0])-len(x),x.rstrip('.,;:!?)]}>\'"')) for at,x in W]; out=[]; k=0
    month=lambda x: next((m for m,y in enumerate(MONTHS,1) if x.lower() in(y,y[:3]) or m==9 and x.lower()=='sept'),0)
    mday=lambda x: int(re.sub('(st|nd|rd|th)$','',x)) if re.fullmatch(r'[0-9]{1,2}(st|nd|rd|th)?',x) else 0
    def at(y,m,d):
        try: return (datetime.date(int(y),int(m),int(d))-datetime.date(1970,1,1)).days if 1900<=int(y)<=2099 else None
        except ValueError: return None
    while k<len(W):
        x=W[k][1]; m=re.fullmatch(r'([0-9]{4})-([0-9]{2})-([0-9]{2})',x); g=re.fullmatch(r'([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})',x); day_=at(*m.groups()) if m else at(g[3],g[2],g[1]) if g else None; j=k
        if day_ is None:
            j=k+1+(k+1<len(W) and W[k+1][1]=='of'); y=W[j+1][1] if j+1<len(W) else ''
            if re.fullmatch('[0-9]{4}',y): day_=at(y,month(W[j][1]),mday(x)); day_=at(y,month(x),mday(W[j][1])) if day_ is None else day_
            j+=1
        if day_ is not None: out.append((s[W[k][0]:W[j][0]+len(W[j][1])],day_)); k=j
        k+=1
    return out
HOT,WARM=2,7
SPACES=re.compile('[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+')
def squash(s):
    "what a literal is looked for in: in lower case, white space as one blank; and the same without marks of Markdown"
    s=IGNORED.sub('',''.join(c.lower()[0] for c in unicodedata.normalize('NFC',s))).replace('\u03c2','\u03c3'); t=[]
    for i,c in enumerate(s):
        if c in '*`' or c=='_' and not(i and is_wordchar(s[i-1]) and i+1<len(s) and is_wordchar(s[i+1])) or c in '[]' and (s[i-1:i]==c or s[i+1:i+2]==c): continue
        t.append(c)
    return SPACES.sub(' ',s).strip(' '),SPACES.sub(' ',''.join(t)).strip(' ')
def is_wordchar(c): return unicodedata.category(c)[0] in 'LMN'
def has(texts,x):
    "whether x stands in one of them; not in a longer word, unless its script has no spaces"
    edge=lambda c: is_wordchar(c) and not INNS.match(c)
    for pair in texts:
        for s in dict.fromkeys(pair):
            at=s.find(x)
            while at>=0:
                end=at+len(x)
                if not(at and edge(s[at-1]) and not INNS.match(x[0])) and not(end<len(s) and edge(s[end]) and is_wordchar(x[-1]) and not INNS.match(x[-1])): return True
                at=s.find(x,at+1)
    return False
QUOTES='\'"\u2018\u2019\u201c\u201d\u00ab\u00bb\u300c\u300d'
def is_prose(x): return unicodedata.category(x[0])[0] in 'LM' and all(unicodedata.category(c)[0] in 'LM' or c in "-/'\u2019" for c in x) # high-speed, and/or
def literals(query):
    "what of a query has punctuation inside, as it is written; all of one of nothing but stop words"
    if only_stops(query): return [query]
    out=[]
    for x in dict.fromkeys(query.split()):
        x=x.strip(QUOTES).lstrip('([{<'+QUOTES).rstrip('.,;:!?)]}>\u2026'+QUOTES)
        if any(map(is_wordchar,x)) and not all(is_wordchar(c) or c in "'\u2019" for c in x) or re.search('[a-z][A-Z]',x) or is_accented(x) and len(query.split())<4: out.append(x)
    return out[:16]
def is_accented(x):
    "a word of letters that is another one as it is folded, or has accents"
    return all(unicodedata.category(c)[0] in 'LM' for c in x) and (ACCENT in bare(x.casefold()).lstrip(ACCENT) or any(ord(c) in TYPED for c in bare(x.casefold())))
class Atom: pass
def atom(r):
    d=Atom(); x=r.get('extra') or {}; body=r.get('body') or ''
    d.record=r; d.path=r['path']; d.status=r.get('status') or ''; d.links=r.get('links_out') or []; d.id=r.get('id') or ''
    st=file_stem(d.path); name=r.get('name') or st
    title=name
    if fold(name)==fold(st): title=as_text(x.get('title')) or only_heading(body) or name
    alias=as_list(r.get('aliases'))+as_list(x.get('aliases'))+as_list(x.get('alias'))
    d.names=list(dict.fromkeys([title,name,st]+alias)); d.name=name; d.alias=alias
    nm=name_terms(title); the=lambda t: getattr(t,'word',t)
    for o in(name,st): nm+=[t for t in name_terms(o) if the(t) not in set(map(the,nm))]
    for a in alias: nm+=name_terms(a)
    tags=r.get('tags') or []
    project=r.get('project') if r.get('project') not in(None,'unknown') else ''
    label=[t for y in tags for t in terms(y)]+[t for y in as_list(r.get('keywords'))+as_list(x.get('keywords')) for t in terms(y)]
    desc=dict.fromkeys([as_text(r.get('description'))]+[as_text(x.get(k)) for k in('summary','abstract','excerpt','desc')])
    bt=terms(body); text=[t for y in desc for t in terms(y)]+bt
    said=[nm,label,text+[t for y in list(desc)+[body] for t in identifiers(y)]]
    d.tf=[collections.Counter(l) for l in said]; d.said=[collections.Counter(map(word_of,l)) for l in said]
    np=sum(map(is_pair,text)); d.len=[sum(not isinstance(t,Stop) for t in nm),len(label),len(text)-np,np]; d.keys={w for w in map(whole,d.names) if w}; d.heads={w for w in map(whole,headings(body)) if 0<len(w.encode())<=1023}
    d.scope=set(t for y in list(tags)+[project]+[p for k in('people','person','author','speaker') for p in as_list(x.get(k))] for t in terms(y))
    u=r.get('updated') or ''
    d.date=set(); d.day=-10**9 if r.get('dated')=='mtime' else day(u); d.sec=moment(u) if d.day>-10**9 else 0
    d.said_in=[unicodedata.normalize('NFC',x) for x in d.names]+list(tags)+as_list(r.get('keywords'))+as_list(x.get('keywords'))+list(desc)+[body]; d.stops=None; d.literal=None; d.texts=d.said_in+[d.path]
    if re.match(r'\d{4}-\d\d-\d\d',u) and r.get('dated')!='mtime' and 1<=int(u[5:7])<=12: d.date={u[:4],MONTHS[int(u[5:7])-1],str(int(u[8:10]))}
    d.blen=len(bt); d.asks=body.rstrip().endswith('?')
    return d

# ---------------------------------------------------------------- integers
def rnd(x): return int(math.floor(x*ONE+.5))
def idf(n,df): return rnd(math.log(1+(n-df+.5)/(df+.5)))
def sat(i,x): return i*11*x//(5*x+6*ONE)      # idf * 2.2 x / (x + 1.2), x in 2^-20
WEIGHT=(3,2,1,1); BNORM=(.5,0,.75,.75)        # names, labels, text in words, text in pairs
LN=[rnd(.075*math.log(1+i)) for i in range(31)]

# ---------------------------------------------------------------- links: the first step that has a candidate (lib/link/resolve.h)
class Links:
    def __init__(self, atoms):
        self.ids = self.keys((a.id, i) for i, a in enumerate(atoms))
        self.names = self.keys((fold(n), i) for i, a in enumerate(atoms)
                               for n in [a.record.get('name') or '']
                               + items(a.record.get('extra') or {})
                               + page_of(a.path))
        self.plain = self.places([a.path for a in atoms])
        self.folded = self.places([fold(a.path) for a in atoms])

    @staticmethod
    def keys(pairs):
        d = collections.defaultdict(set)
        for key, i in pairs:
            if key:
                d[key].add(i)
        return d

    def places(self, paths):
        "whole paths, and the ends of paths from each / on"
        ends = (('/' + p[m.end():], i) for i, p in enumerate(paths)
                for m in re.finditer('^|/', p))
        return (self.keys((p, i) for i, p in enumerate(paths)),
                self.keys(ends))

    def find(self, source, target):
        if target.startswith('/'):
            target = target.rstrip('/') or '/'
        for found in self.steps(source, target):
            if found:
                return next(iter(found)) if len(found) == 1 else None
        return None

    def steps(self, source, target):
        if '/' in target and not {target, target + '.md'} & self.plain[0].keys():
            page = fold(target.replace('/', '___') + '.md')
            if '___' in page and not target.startswith(('.', '/')):
                yield self.folded[1].get('/' + page)
        yield from self.by_place(self.plain, source, target)
        yield from self.by_place(self.folded, fold(source), fold(target))
        yield self.ids.get(target)
        yield self.names.get(fold(target))

    @staticmethod
    def by_place(tables, source, target):
        paths, ends = tables
        rooted = target.startswith('/')
        near = target.startswith('./')
        target = target[1:] if rooted else re.sub(r'^(\./)+', '', target)
        dots = [part in ('', '.', '..') for part in target.split('/')]
        dotted = any(dots)
        if dots[-1] or rooted and dotted:
            return
        near = near and not dotted
        both = (target, target + '.md')
        way = joined(source, target)
        if near and way:
            yield from map(paths.get, (way, way + '.md'))
        if not dotted:
            yield from map(paths.get, both)
        if dotted and not way:
            return                      # it leads out of the vault
        if not near and not rooted:
            yield from map(paths.get, (way, way + '.md'))
        if not dotted:
            yield from (ends.get('/' + t) for t in both)
        for t in both:
            base = ends.get('/' + t.split('/')[-1], ())
            if len(base) > 1 and (
                    dotted or (near or rooted) and '/' in target):
                return                  # to none of several
            yield base


def page_of(path):
    "a/b, where the file is a___b.md, as Logseq calls it"
    base = path.split('/')[-1]
    return [base[:-3].replace('___', '/')] if '___' in base[:-3] else []


def joined(source, target):
    "the target from the directory of the source; None is out of the vault"
    way = source.split('/')[:-1]
    for part in target.split('/'):
        if part == '..':
            if not way:
                return None
            way.pop()
        elif part not in ('', '.'):
            way.append(part)
    return '/'.join(way)


def items(extra):
    "aliases: a list, of lists too, or text with commas"
    out, todo = [], [x.split(',') if isinstance(x, str) else x
                     for x in (extra.get('aliases'), extra.get('alias'))]
    while todo:
        x = todo.pop()
        if isinstance(x, str):
            out.append(x.strip())
        elif isinstance(x, list):
            todo += x
    return out

WEIGHTS=dict(archived=(3,10),superseded=(1,2),resolved=(1,2),fixed=(1,2),refined=(1,2),stale=(1,2),invalidated=(3,10),deprecated=(3,10))

def languages(recs):
    "those of the Latin script that are frequent in the texts"
    seen=collections.Counter(); words_=0
    for r in recs:
        x=r.get('extra') or {}; body=set(pieces(without_blobs(r.get('body') or ''))); words_+=min(30,len(terms(r.get('body') or '')))
        text=body.union(*(pieces(y) for y in [as_text(r.get('description'))]+[as_text(x.get(k)) for k in('summary','abstract','excerpt','desc')]))
        for l,W in LANGUAGES.items(): seen[l]+=sum(w in(body if w in STOP else text) for w in W)
    return [l for l in LANGUAGES if seen[l]>=8 and 20*seen[l]>=words_ and 5*seen[l]>=max(seen.values())] or ['porter']

class Vault:
    def __init__(s,recs,today=None):
        s.today=day(os.environ.get('CORTEX_NOW') or datetime.datetime.utcnow().isoformat()) if today is None else today
        recs=list(recs); speak(['porter']); speak(languages(recs))
        s.a=sorted((atom(r) for r in recs),key=lambda d:d.path); n=s.n=len(s.a)
        avg=[]
        for f in range(4):
            L=[d.len[f] for d in s.a if d.len[f]]; avg.append((sum(L),len(L)))
        s.post,s.named,s.headed=(collections.defaultdict(list) for _ in range(3))
        for i,d in enumerate(s.a):
            d.u=[rnd(WEIGHT[f]/(1-BNORM[f]+BNORM[f]*d.len[f]*avg[f][1]/avg[f][0])) if avg[f][0] else 0 for f in range(4)]
            d.all=rnd(.4+1/(1+60*max(d.len[f]*avg[f][1]/avg[f][0] if avg[f][0] else 0 for f in (2,3))))
            for t in dict.fromkeys(t for f in range(3) for t in d.tf[f]): s.post[t].append(i)
            for key in d.keys: s.named[key].append(i)
            for key in d.heads: s.headed[key].append(i)
        s.dates=collections.Counter(t for d in s.a for t in d.date)
        s.graph()
    def postings(s,t,joined=()):
        "[(atom, three frequencies)]"
        if t.endswith('*'):
            p=''.join(words(t)); T={x for x in s.post if x.startswith(p)}|{x for w in s.said() if w.startswith(p) for x in kept([w])}
            return [(i,[sum(s.a[i].tf[f][x] for x in T) for f in range(3)]) for i in sorted({i for x in T for i in s.post.get(x,())})]
        if not INNS.match(t) or len(units(t))>1 or t in joined: return [(i,[s.a[i].tf[f][t] for f in range(3)]) for i in s.post.get(t,())]
        # a character of a script without spaces: the pairs that begin or end with it, the more of the two, and where it stands alone
        P=[u for u in s.post if t in u and INNS.match(u) and len(units(u))==2 and t in units(u)]; n=lambda i,f,at: sum(s.a[i].tf[f][u] for u in P if units(u)[at]==t)
        return [(i,[s.a[i].tf[f][t]+max(n(i,f,0),n(i,f,1)) for f in range(3)]) for i in sorted({i for u in P+[t] for i in s.post.get(u,())})]
    def said(s):
        "words of all bodies"
        if not hasattr(s,'all'): s.all={w for d in s.a if d.status.split(':')[0].strip() not in WEIGHTS for w in words(without_blobs(d.record.get('body') or ''))}
        return s.all
    def has(s,i,x):
        d=s.a[i]; d.literal=d.literal or [squash(t) for t in d.texts]; return has(d.literal,squash(x)[0])
    def everywhere(s,t):
        "the same of a stop word, in all texts"
        out=[]
        for i,d in enumerate(s.a):
            if d.stops is None: d.stops=collections.Counter(kept(words(without_blobs(d.record.get('body') or ''),True),lambda w: False))
            tf=[d.tf[0][t],d.tf[1][t],max(d.tf[2][t],d.stops[t])]
            if any(tf): out.append((i,tf))
        return out
    def graph(s):
        "neighbours: either links to the other; more than 64 is a hub and nobody's neighbour"
        links=Links(s.a); adj=[set() for _ in s.a]
        for i,d in enumerate(s.a):
            for l in d.links:
                j=links.find(d.path,str(l))
                if j is not None and j!=i: adj[i].add(j); adj[j].add(i)
        hub=[len(x)>64 for x in adj]; s.near=adj; s.hubs={i for i,h in enumerate(hub) if h}
        s.n1=[set() if hub[i] else {j for j in x if not hub[j]} for i,x in enumerate(adj)]
    def n2(s,i): return set(k for j in s.n1[i] for k in s.n1[j])-s.n1[i]-{i}
    def x(s,i,t,tf):
        u=s.a[i].u
        return tf[0]*u[0]+tf[1]*u[1]+tf[2]*u[3 if is_pair(t) else 2]
    DAMP=2; MX=7

    def rank(s,query,top=20,explain=None):
        n=s.n; T0=query_terms(query); q=collections.Counter(T0); half=halves(T0)
        if not q or not n: return []
        only=only_stops(query) # nothing but stop words: of what no note has in its names and labels, texts are read
        if only and any(all(any(d.tf[f][t] for f in range(3)) for t in q) for d in s.a): only=False
        # A: BM25F
        J=particles(query); w=collections.defaultdict(dict); A=collections.Counter(); post={}
        for t,k in half.items():
            P=post[t]=s.everywhere(t) if only else s.postings(t,J); i0=idf(n,len(P))
            for i,tf in P: w[i][t]=y=k*sat(i0,s.x(i,t,tf))//2; A[i]+=y
        best=max(A.values(),default=0)
        # D: dates
        D=collections.Counter(); rest=query
        for x,at in dates(query):
            near=[(i,(5,10,7,5)[d.day-at+1]) for i,d in enumerate(s.a) if d.date and -1<=d.day-at<=2]; dt=datetime.date(1970,1,1)+datetime.timedelta(at)
            if not near: continue
            rest=rest.replace(x,' ',1); v=sum(3*idf(n,s.dates[y]) for y in('%04d'%dt.year,MONTHS[dt.month-1],str(dt.day)))
            for i,k in near: D[i]+=v*k//10
        W=[re.sub(r'^(\d{1,2})(st|nd|rd|th)$',r'\1',x) for x in pieces(rest)]
        num=any(x.isdigit() and x.isascii() for x in W); mon=any(x in MONTHS and (x!='may' or num) for x in W); dq=[]
        for x in W:
            if x in MONTHS and (x!='may' or num) or re.fullmatch('(19|20)[0-9][0-9]',x): dq.append(x)
            elif mon and re.fullmatch('[0-9]{1,2}',x) and 1<=int(x)<=31: dq.append(str(int(x)))
        for x in dq:
            if s.dates.get(x):
                v=3*idf(n,s.dates[x])
                for i,d in enumerate(s.a):
                    if x in d.date: D[i]+=v
        base={i:A[i]+D[i] for i in set(A)|set(D)}; base={i:x for i,x in base.items() if x>0}
        S=sorted(base,key=lambda i:(-base[i],-s.a[i].day,i))[:400 if len(q)>1 else None]; inS=set(S)
        # X: neighbour maximum
        cand=set(S); near={}
        if len(q)>1:                       # a single term: only atoms that have it
            for i in S: cand|=s.n1[i]
            cand|=set(k for i in S for j in s.n1[i] for k in s.n1[j])
        # E: names and headings that are the query or in it; of more than 64 notes they say nothing
        inside=collections.Counter(); parts,terms_,said=spans(query); df=lambda t: len(post.get(t,())); weigh=lambda T: sum(idf(n,df(t)) for t in T if t in post); total=weigh(terms_)
        for key,part in parts:
            share=weigh(part)*ONE//total if total else 0
            for found,tenths in((s.named,8),(s.headed,4)):
                for i in found.get(key,()) if len(found.get(key,()))<=64 else (): inside[i]=max(inside[i],tenths*share)
        must=[t for t in q if not is_whole(t)]; called={t:{i for i,tf in post[t] if tf[0]} for t in must} # a whole word is there in its pairs
        few=not said and len(query.split())<4 # words, all of which are meant
        R={}; E={}; weight=lambda t: half.get(t,0)*idf(n,df(t)) if df(t) else 0; strongest=max(map(weight,half))//2
        qname=words(query); long=sum(max(1,len(x)-1) if INNS.match(x) else 1 for x in pieces(query))>2 # pairs count
        def every(i,own):
            "C: all words, several: in the names of a note, or each often in its text"
            if len(must)<2 or not all(own.get(t) for t in must): return 0
            low=min([10*ONE*own[t]//(11*half[t]*x) for t in must for x in [idf(n,df(t))] if x],default=ONE)
            return max(best*all(i in called[t] for t in must),3*((best*s.a[i].all//ONE)*(low*low//ONE)//ONE)//2 if few else 0)
        for i in cand:
            a=A.get(i,0); own=w.get(i,{}); m=dict(own)
            if len(q)>1:
                for N,share in((s.n1[i],7),(s.n2(i),5)):
                    f=10*max(s.DAMP,len(N))
                    for j in N&inS:
                        for t,y in w.get(j,{}).items(): m[t]=max(m.get(t,0),share*s.DAMP*y//f)
            x=s.MX*(sum(m.values())-a)//10
            r=base.get(i,0)+x
            if r<=0: continue
            d=s.a[i]; p=best*LN[min(30,d.blen)]//ONE+(0 if d.asks else 3*best//20)
            e=best if any(words(z)==qname for z in d.names) or long and all(own.get(t) for t in must) and words(as_text(d.record.get('description')))==qname else 0
            v=best if e else best*max(inside[i],8*ONE if whole(query) in d.heads else 0)//(10*ONE)
            c=every(i,own); age=s.today-d.day; new=strongest//5 if age<=HOT else strongest//10 if age<=WARM else 0
            R[i]=r+p+v+c+new; E[i]=e
            if explain is not None: explain[i]=dict(A=a,D=D[i],X=x,P=p,E=v,C=c,Y=new,T=0,L=0)
        if sum(half.values())>=16: s.feedback(q,R,sum(half.values()))
        if few and not only_stops(query) and not s.named.get(whole(query)) and not s.headed.get(whole(query)) and any(map(is_bent,T0)):
            # T: A of the best once more, of the words as they were typed
            typed=collections.defaultdict(set)
            for t in T0: typed[t].add(word_of(t))
            for i in sorted(R,key=lambda i:(-R[i],-s.a[i].day,i))[:20]:
                y=sum(k*sat(idf(n,df(t)),s.x(i,t,[sum(f[x] for x in typed[t]) for f in s.a[i].said]))//2 for t,k in half.items() if df(t) and not t.endswith('*')); R[i]+=y
                if explain is not None: explain[i]['T']=y
        # T: M times the square of the share of the query's three characters in a row
        runs=in_row(query)
        for i in sorted(R,key=lambda i:(-R[i],-s.a[i].day,i))[:20] if runs else []:
            met=sum(any(x in t for t in s.a[i].said_in) for x in runs)*ONE//len(runs); y=best*(met*met//ONE)//ONE; R[i]+=y
            if explain is not None: explain[i]['T']+=y
        # L: what has punctuation inside, as it is written
        total=sum(map(weight,half)); found=literals(query)
        for i in sorted(R,key=lambda i:(-R[i],-s.a[i].day,i))[:400] if found and total else []:
            l=0
            for x in found:
                share=ONE if only_stops(query) else sum(weight(t) for t in dict.fromkeys(query_terms(x)))*ONE//total
                if s.has(i,x): share=min(ONE,share); l+=3*(best*(share*share//ONE*share//ONE//(1 if only_stops(query) or not is_accented(x) else 3) if is_prose(x) else share)//ONE)
            R[i]+=l
            if explain is not None: explain[i]['L']=l
        out=[]
        for i,r in R.items():
            n,m=WEIGHTS.get(s.a[i].status.split(':')[0].strip(),(1,1)); out.append((r if E[i] else r*n//m,i))
        out.sort(key=lambda x:(-x[0],-s.a[x[1]].day,-s.a[x[1]].sec,x[1]))
        return [(r/ONE,s.a[i].path) for r,i in out[:top or None] if r>0]
    def feedback(s,q,R,m):
        order=sorted(R,key=lambda i:(-R[i],-s.a[i].day,i))[:20]; F=order[:10]
        if len(F)<2: return
        c=[rnd((R[i]/R[F[0]])**3) for i in F]; C=sum(c)
        bm=lambda i:{t:sat(idf(s.n,len(s.post[t])),s.x(i,t,[f[t] for f in s.a[i].tf])) for t in set().union(*s.a[i].tf)}
        B={i:bm(i) for i in order}; x=collections.Counter(); seen=collections.Counter()
        for k,i in zip(c,F):
            for t,y in B[i].items():
                x[t]+=k*y//C; seen[t]+=1
        best=sorted((t for t in x if seen[t]>1 and x[t]>0),key=lambda t:(-x[t],t))[:25]; tot=sum(x[t] for t in best)
        if not tot: return
        L=sum(k*(s.a[i].len[0]+s.a[i].len[2]+s.a[i].len[3]) for k,i in zip(c,F))*ONE//C
        for i in order:
            y=sum(x[t]*B[i].get(t,0)//tot for t in best)
            R[i]+=m*y*L//(4*(L+50*ONE))
def main():
    sys.stdin.reconfigure(encoding='utf-8'); sys.stdout.reconfigure(encoding='utf-8')
    a=sys.argv[1:]; top=20; qf=None; pos=[]
    ex='--explain' in a; a=[x for x in a if x!='--explain']
    while a:
        x=a.pop(0)
        if x=='--top': top=int(a.pop(0))
        elif x=='--queries': qf=a.pop(0)
        elif x=='--': pos+=a; break
        else: pos.append(x)
    src=sys.stdin
    if pos and (pos[0]=='-' or pos[0].endswith(('.ndjson','.json','.jsonl'))):
        f=pos.pop(0); src=sys.stdin if f=='-' else open(f,encoding='utf-8')
    v=Vault(json.loads(l) for l in src if l.strip())
    if qf:
        for n,l in enumerate(open(qf,encoding='utf-8')):
            l=l.rstrip('\n'); o=json.loads(l) if l.startswith('{') else dict(qid=str(n+1),query=l)
            for s,p in v.rank(o['query'],top): print('%s\t%.6f\t%s'%(o.get('qid',n+1),s,p))
    else:
        e={} if ex else None
        for s,p in v.rank(' '.join(pos),top,e):
            print('%.6f\t%s'%(s,p)+('\t'+json.dumps({k:round(x/ONE,3) for k,x in e[next(i for i,d in enumerate(v.a) if d.path==p)].items()}) if ex else ''))
if __name__=='__main__': main()
