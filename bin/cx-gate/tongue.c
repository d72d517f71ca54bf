/*
 * Lists the plain words of languages other than English, folded (analyze.h);
 * each word also covers its inflected forms.  They are the most frequent words
 * of each language, function words first, and those that fit any work or day.
 */
#include "bin/cx-gate/gate.h"
#include "lib/base/utf8.h"

static const struct {
	const char *language; /* as libstemmer calls it */
	const char *words;
} tongues[] = {
    {"german", "der die das den dem des ein eine einen einem einer und oder "
    "aber denn weil da dass wenn als wie so auch nur noch schon sehr mehr "
    "viel alle alles man wir ich du er sie es ihr uns mich dich sich mir dir "
    "ihm ihn ihnen unser mein dein sein fur mit von zu zum zur bei im in am "
    "an auf aus nach vor uber um durch bis seit ist sind war wird werden "
    "wurde worden hat haben hatte bin gewesen kann konnen muss mussen soll "
    "sollte will wollen mag mochte darf nicht kein immer wieder jetzt heute "
    "morgen gestern dann danach zuerst erst zuletzt schluss endlich bald "
    "hier dort dieser jede etwas nichts was wer wo gut besser beste schlecht "
    "wichtig richtig falsch neu alt gross klein lang kurz schnell langsam "
    "leicht schwer einfach sauber klar fertig zufrieden glucklich froh nett "
    "freundlich lieb toll super prima machen gemacht tun getan gehen geht "
    "ging gegangen laufen lauft gelaufen kommen gekommen geben gibt sagen "
    "gesagt sprechen besprochen reden denken nachdenken uberlegen anfangen "
    "beginnen prufen arbeiten arbeit schaffen geschafft weiter funktionieren "
    "losen gelost losung beheben behoben fehler problem sache ding zeit tag "
    "woche leben leute mensch frage antwort hilfe helfen geholfen dank danke "
    "bitte hallo gruss qualitat achten planung planen sparen wahlen gewahlt "
    "entscheiden entschieden versuchen lernen wissen sehen finden brauchen "
    "bleiben ende anfang weg teil idee team projekt aufgabe ordnung spass "
    "abend nacht wetter essen getestet tests fertiggestellt erledigt "
    "abgeschlossen gefallen gemeinsam zusammen hoffen hoffe herzlich "
    "kommunikation gesprach erfolg schlussel ziel anderung wunsch gewunscht "
    "umsetzen umgesetzt einverstanden klappen geklappt spater zusammenarbeit "
    "beteiligte variante gefallt mal grund ergebnis besprechung moglich "
    "wirklich vielleicht eigentlich sinnvoll hilfreich nutzlich freund "
    "familie freude bekommen nehmen lassen stehen liegen halten zeigen "
    "datei dateien angesehen notig notigen vorgenommen wunsche "
    "verstehen erklaren verbessern verandern entwickeln erreichen nachmittag "
    "gast ruhe ruhig angenehm gern freuen kleinigkeit plotzlich treffen "
    "stimmung lacheln nachste lernt gar verlief uberall"},
    {"french", "le la les l un une des du de d et ou mais car donc que qu "
    "qui quoi si comme quand dans en sur sous avec sans pour par chez vers "
    "entre avant apres depuis pendant je tu il elle on nous vous ils elles "
    "me te se s j m t n c y ne pas plus ce cet cette ces cela ca mon ma mes "
    "ton son sa ses notre nos votre vos leur leurs tout tous toute toutes "
    "tres bien mal mieux aussi encore deja toujours jamais souvent "
    "maintenant aujourd hui demain hier puis ensuite alors enfin abord "
    "d'abord ici est sont etait etaient etre ete suis sommes a ont avait "
    "avons avoir ai eu fait faire faut falloir peut pouvoir doit devoir veut "
    "vouloir va aller vient venir dire dit voir savoir prendre mettre donner "
    "passer passe trouver penser reflechir commencer finir terminer verifier "
    "travailler travail marche fonctionner resoudre resolu corriger "
    "continuer choisir choisi decider aider aide aimer merci bonjour salut "
    "beaucoup peu trop assez bon bonne meilleur beau belle grand petit "
    "nouveau vieux long court simple facile difficile important content "
    "heureux satisfait gentil agreable probleme erreur chose temps jour "
    "semaine vie gens personne question reponse solution qualite attention "
    "organisation gagner parce fois fin debut idee equipe projet tache monde "
    "soir nuit ensemble autre meme parfait super esperer espere matin "
    "communication reunion succes cle but changement demander demande plaire "
    "plait accord marcher collaboration variante ranger resultat raison "
    "possible vraiment utile ami famille plaisir pris laisser tenir montrer "
    "comprendre expliquer ameliorer changer developper atteindre reussir "
    "reussi bel partie cote lieu part mot soiree apres-midi calme tranquille "
    "ambiance sympathique apprecier sourire invite rien seul prochain "
    "apprendre tranquillement"},
    {"spanish", "el la los las un una unos unas lo de del a al y e o u pero "
    "porque que quien cual si como cuando donde en con sin por para sobre "
    "entre hasta desde antes despues yo tu ella nosotros ellos me te se nos "
    "le les mi su nuestro este esta esto ese esa eso todo toda todos todas "
    "muy mas menos mucho poco bien mal mejor peor tambien ya aun siempre "
    "nunca ahora hoy manana ayer luego entonces primero aqui alli no es son "
    "era fue ser sido estan estamos estaba estar he ha han hemos haber hay "
    "hace hacer hecho puede poder debe deber quiere querer va ir vamos viene "
    "decir dijo dijimos ver saber tener tiene dar poner pasar salir salio "
    "pensar empezar terminar comprobar revisar trabajar trabajo funcionar "
    "resolver resuelto corregir corregido seguir elegir decidir ayudar ayuda "
    "gustar gracias hola favor bueno buena bonito grande pequeno nuevo viejo "
    "largo corto facil dificil sencillo importante contento feliz satisfecho "
    "amable agradable problema error cosa tiempo dia semana vida gente "
    "persona pregunta respuesta solucion calidad cuidar planificacion "
    "ahorrar vez otra otro fin idea equipo proyecto tarea noche tarde juntos "
    "mismo perfecto esperar espero buenos comunicacion reunion exito clave "
    "meta destino cambio cambiar pedir pidio gusta acuerdo colaboracion "
    "agradecimiento variante ordenado resultado razon posible realmente util "
    "amigo familia quedar tomar dejar llevar mostrar entender explicar "
    "mejorar desarrollar lograr parte lado lugar palabra cualquier probar "
    "llegar seguimos calma tranquilo tranquilidad ambiente simpatico "
    "disfrutar sonrisa compania principio solo proximo aprender nada "
    "arreglar"},
    {"portuguese", "o a os as um uma de do da dos das em no na nos nas ao "
    "aos e ou mas porque pois que quem qual se como quando onde com sem por "
    "para pelo pela sobre entre ate desde antes depois eu tu ele ela eles me "
    "te lhe meu seu nosso este esta isto esse essa isso tudo todo toda todos "
    "muito mais menos pouco bem mal melhor pior tambem ja ainda sempre nunca "
    "agora hoje amanha ontem logo entao primeiro aqui nao sim sao era foi "
    "ser sido estao estamos estava estar tem temos ter tinha ha houve faz "
    "fazer fazemos feito pode poder deve dever quer querer vai ir vem dizer "
    "disse dissemos ver saber dar passar correr correu pensar comecar acabar "
    "terminar verificar trabalhar trabalho funcionar resolver resolvido "
    "corrigir corrigido continuar escolher decidir ajudar ajuda gostar "
    "obrigado obrigada ola bom boa bonito grande pequeno novo velho longo "
    "curto facil dificil simples importante contente feliz satisfeito "
    "simpatico problema erro coisa tempo dia semana vida gente pessoa "
    "pergunta resposta solucao qualidade cuidar planejamento poupar vez "
    "outra outro fim ideia equipe equipa projeto tarefa noite tarde juntos "
    "mesmo perfeito esperar espero comunicacao reuniao sucesso chave meta "
    "mudanca mudar pedir pedido gosta gostamos acordo colaboracao variante "
    "resultado razao possivel realmente util amigo familia ficar tomar "
    "deixar levar mostrar entender explicar melhorar desenvolver conseguir "
    "parte lado lugar palavra qualquer alguma testado certo foram estejam "
    "chegar calma tranquilo agradavel ambiente desfrutar apreciar sorriso "
    "companhia principio proximo aprender nada decorrer"},
    {"italian", "il lo la i gli le un una uno di del della dei delle da dal "
    "in nel nella con su per tra fra a al alla e ed o ma perche che chi se "
    "come quando dove io tu lui lei noi loro mi ti si ci vi mio suo nostro "
    "questo quello tutto tutti molto piu meno poco bene male meglio anche "
    "gia ancora sempre mai ora oggi domani ieri poi prima dopo allora qui "
    "non sono era essere stato siamo ha hanno abbiamo avere fare fatto "
    "facciamo va andare andato viene puo potere deve dovere vuole dire detto "
    "vedere sapere dare pensare cominciare iniziare finire controllare "
    "verificare lavorare lavoro funzionare risolvere risolto correggere "
    "corretto continuare scegliere scelto decidere aiutare aiuto piacere "
    "grazie ciao buono bello grande piccolo nuovo vecchio facile difficile "
    "semplice importante contento felice soddisfatto gentile problema errore "
    "cosa tempo giorno settimana vita gente persona domanda risposta "
    "soluzione qualita attenzione volta altro fine idea squadra progetto "
    "sera insieme stesso perfetto sperare buongiorno comunicazione riunione "
    "successo chiave obiettivo cambiamento cambiare chiedere chiesto piace "
    "accordo collaborazione risultato ragione possibile davvero utile amico "
    "famiglia prendere lasciare portare mostrare capire spiegare migliorare "
    "parte lato posto parola qualsiasi provare arrivare infine soddisfatti "
    "pomeriggio serata calma tranquillo piacevole atmosfera simpatico "
    "sorriso compagnia inizio solo prossimo imparare niente"},
    {"dutch", "de het een en of maar want omdat dat die deze dit als wanneer "
    "waar wie wat hoe zo ook nog al wel zeer heel meer veel alle alles men "
    "wij we ik jij je hij zij ze ons mij zich mijn zijn haar hun voor met "
    "van naar bij in op aan uit over om door tot sinds is was waren wordt "
    "werd worden heeft hebben had ben bent geweest kan kunnen moet moeten "
    "zal zullen zou wil willen mag niet geen altijd weer nu vandaag morgen "
    "gisteren dan daarna eerst hier daar goed beter best mooi slecht "
    "belangrijk nieuw oud groot klein lang kort snel makkelijk moeilijk "
    "eenvoudig klaar tevreden blij aardig vriendelijk fijn leuk maken "
    "gemaakt doen gedaan gaan gegaan komen geven zeggen gezegd afgesproken "
    "denken nadenken beginnen controleren werken werk oplossen opgelost fout "
    "probleem ding zaak tijd dag week leven mensen vraag antwoord hulp "
    "helpen dank bedankt hallo kwaliteit letten kiezen gekozen proberen "
    "leren weten zien vinden blijven verder samen project taak hopen "
    "goedemorgen communicatie gesprek succes sleutel doel verandering "
    "veranderen wens gewenst akkoord samenwerking resultaat reden mogelijk "
    "echt nuttig vriend familie nemen laten houden tonen begrijpen uitleggen "
    "verbeteren deel kant plaats woord elke ging middag rust rustig "
    "aangenaam sfeer glimlach gezelschap begin volgende niets"},
    {"russian", "и в во не на я он она оно они мы вы ты что с со как а то "
    "все всё так его но да к у же за бы по только ее мне было вот от меня "
    "еще нет о из ему теперь когда даже ну если уже или ни быть был была "
    "были него до вас вам нас нам им их чем где есть надо нужно для этот это "
    "эта эти тот том чтобы потому поэтому при без после перед тоже очень "
    "много мало более самый всегда никогда снова опять сейчас сегодня завтра "
    "вчера потом затем сначала здесь там можно нельзя должен следует хорошо "
    "хороший лучше лучший плохо плохой важно важный новый старый большой "
    "маленький простой легко красивый приятно приятный довольный доволен "
    "готово делать делаем сделать сделали идти прошло пройти работать работа "
    "работает начать начинать думать подумать проверить проверять решить "
    "решение решена решен исправить исправлена исправлено ошибка проблема "
    "вещь вещи время день неделя жизнь люди человек вопрос ответ помощь "
    "помочь спасибо большое пожалуйста привет любить нравится выбрать "
    "выбрали договориться договорились сказать говорить знать видеть стать "
    "мочь может продолжить продолжим следить качество план конец идея "
    "команда проект задача раз другой вместе вечер утро добрый доброе "
    "надеяться надеюсь общение разговор успех ключ цель изменение менять "
    "просить просили согласен вариант взять взяли порядок результат причина "
    "возможно действительно полезно друг семья радость огромный "
    "благодарность сотрудничество брать оставить показать понять объяснить "
    "улучшить часть сторона место слово любой позже получиться получилось "
    "наладилось стараться покой спокойно обстановка ценить улыбка компания "
    "начало сам само ничего учиться следующий известно прошел"},
};

#define TONGUES (sizeof tongues / sizeof *tongues)

/* Letters of a text that has been folded. */
static size_t
letters(struct cx_str s)
{
	size_t n = 0;

	for (size_t i = 0; i < s.len; i++)
		n += ((unsigned char)s.s[i] & 0xC0) != 0x80;
	return n;
}

/* Whether both may be forms of one word: they end differently in one letter or
 * two, after four that are the same. */
static bool
is_form_of(struct cx_str x, struct cx_str y)
{
	size_t n = 0;

	while (n < x.len && n < y.len && x.s[n] == y.s[n])
		n++;
	while (n > 0 && n < x.len && ((unsigned char)x.s[n] & 0xC0) == 0x80)
		n--;
	return (n == x.len && n == y.len) ||
	    (letters(cx_strn(x.s, n)) >= 4 && letters(cx_str_from(x, n)) <= 2 &&
	    letters(cx_str_from(y, n)) <= 2);
}

/* Whether all terms of a word are plain. */
static bool
is_plain(struct cx_analyzer *folds, struct cx_terms *room, size_t tongue,
    struct cx_str word)
{
	size_t listed = 0;

	room->n = 0;
	cx_analyze(folds, word, CX_ANALYZE_ALL, room);
	for (size_t i = 0; i < room->n; i++) {
		struct cx_str term = cx_analyzer_term(folds, room->id[i]);
		struct cx_str rest = cx_str(tongues[tongue].words), one;
		bool found = false;

		while (!found && cx_str_split(&rest, ' ', &one))
			found = is_form_of(term, one);
		listed += found;
	}
	return room->n > 0 && listed == room->n;
}

/* The language of which a text has most plain words, more than so many that are
 * English; 0: none. */
unsigned
tongue_of(struct cx_analyzer *folds, const struct cx_facts *facts,
    size_t english)
{
	struct cx_terms room = {0};
	size_t most = english;
	unsigned best = 0;

	for (unsigned i = 0; i < TONGUES; i++) {
		size_t n = 0;

		for (size_t k = 0; k < facts->n; k++)
			n += is_plain(folds, &room, i, facts->v[k].word);
		if (n > most) {
			most = n;
			best = i + 1;
		}
	}
	cx_terms_release(&room);
	return best;
}

bool
tongue_is_plain(struct cx_analyzer *folds, unsigned tongue, struct cx_str word)
{
	struct cx_terms room = {0};
	bool is = letters(word) < 3 ||
	    is_plain(folds, &room, tongue - 1, word);

	cx_terms_release(&room);
	return is;
}
