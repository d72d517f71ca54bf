#!/bin/sh
# language.t: words of every language are found in their other forms without a
# setting: by script, and in the Latin script as in the languages that are
# frequent in the notes.  Index, delta, stream and reference agree, and an index
# without its vault answers.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/../tap.sh"
need jq python3

CORTEX_NOW=2026-04-15
export CORTEX_NOW

# What stands in a note in one form is asked for in another.
vault() # LANGUAGE, notes on standard input
{
	mkdir -p "$1" && : >"$1/cortex.toml"
	i=0
	while read -r line; do
		i=$((i + 1))
		printf '%s\n' "$line" >"$1/$1-$i.md"
	done
}
vault german <<'END'
Die Häuser der Stadt sind alt und nicht mit dem Zug zu erreichen, aber von einer Brücke auf der Nordseite.
Der Garten ist groß und ein Teil von ihm ist auch im Winter offen, mit einer Mauer auf der Nordseite.
Eine Versammlung der Bürger ist auf Montag verlegt und wird nicht mit der anderen verbunden, auch nicht von uns.
Von der Werkstatt ist nicht viel übrig, und auch ein Dach ist mit der Zeit auf den Boden gefallen.
END
vault french <<'END'
Les chevaux sont dans une prairie, avec des arbres sur les collines, et qui les garde est dans la cabane pour la nuit.
Une décision est attendue pour les ateliers, qui sont dans des bâtiments avec une cour sur les quais.
Des pluies sont tombées sur les champs, qui est une chance pour une région dans les montagnes avec des lacs.
END
vault spanish <<'END'
Los trabajadores del puerto y las familias tienen una reunión larga este año, cuando el acuerdo puede cambiar y sus anexos también.
El molino del pueblo y las casas de los pescadores, donde este invierno tiene sus puertas abiertas y puede entrar el que quiera.
Las cosechas de los valles son también las mejores del siglo, cuando el precio tiene sus efectos y este mes puede subir.
END
vault italian <<'END'
La dipendenza tra gli attributi è una parte della teoria che si studia nel corso, però anche delle basi del modello.
Il dipendente ha una riunione nel palazzo, e gli orari dei colleghi sono alla porta, anche quelli della mensa.
Gli alberghi della costa sono chiusi, il che è una perdita del comune, anche alla luce delle richieste dei turisti.
END
vault turkish <<'END'
Bu kitaplar ve defterler bir dolapta, daha sonra olarak değil, çok eski olan bir sandık gibi, okul için alındı.
Bir köprü ve yol bu yıl için onarıldı, daha çok taş ile, eskisi gibi geniş olan bir yol olarak.
Bu bahçe ve ev bir aile için çok büyük, daha küçük olan ile değiştirmek gibi bir karar olarak konuşuldu.
END
vault english <<'END'
The houses of the town are old and this is the road that leads from the bridge with the toll.
This is the meeting of the board, for which the minutes and the agenda from Monday are with the secretary.
The garden of the school is open and that is good for the children from the village with which we work.
END
printf '%s\n' 'Новые книги стоят на полках библиотеки.' >english/ru.md
printf '%s\n' 'Τα βιβλία είναι στις βιβλιοθήκες του σχολείου.' >english/el.md
printf '%s\n' 'وصلت الكتب إلى المدرسة والمعلمون يقرؤون' >english/ar.md
printf '%s\n' 'दुकानों में नई किताबें और लड़कियों की भाषाओं पर बातें।' >english/hi.md
printf '%s\n' 'Mẹ và bé ở nhà.' >english/vi.md

first() # NOTE QUERY, in the vault at hand
{
	run cx search --no-log --paths -- "$2"
	is "$(sed 1q "$T/out")" "$1" "$2 finds $1${3:+, $3}"
}
# Index, stream and reference give one answer.
same() # QUERY...
{
	printf '%s\n' "$@" |
		jq -cR '{qid: "\(input_line_number)", query: .}' >"$T/queries"
	cx scan --body . >"$T/records"
	cx score --rank recall -i index --limit 20 --queries "$T/queries" |
		jq -r '"\(.qid) \(.path)"' >"$T/index"
	cx score --rank recall --limit 20 --queries "$T/queries" \
		<"$T/records" | jq -r '"\(.qid) \(.path)"' >"$T/stream"
	python3 -W ignore "$SRC/tests/tools/recall-reference.py" --queries \
		"$T/queries" <"$T/records" |
		awk -F '\t' '{ print $1 " " $3 }' >"$T/reference"
	ok "queries have results" test -s "$T/index"
	ok "index = stream" cmp "$T/index" "$T/stream"
	ok "index = reference" cmp "$T/index" "$T/reference"
}
language() { jq -r '.search.analyzer | split("; ")[1]' index/meta.json; }

cd german || exit
run cx rebuild
status 0
err_has 'words are stemmed as in German; [rank] language sets other languages'
is "$(language)" 'auto german' 'the index records it'
run cx rebuild --full
is "$(cat "$T/err")" '' 'it is said once'
first german-1.md haus
first german-3.md versammlungen
first german-4.md 'dächer werkstätten'
same haus 'versammlungen bürger' mauern 'wann ist die Versammlung'
run cx-score --rank recall -i index versammlungen
is "$(jq -r .path "$T/out")" german-3.md 'without the vault at hand, too'

# What is set is what holds.
printf '[rank]\nlanguage = "none"\n' >cortex.toml
run cx rebuild
is "$(cat "$T/err")" '' 'nothing is said of what is set'
run cx search --no-log --paths -- versammlungen
status 1
printf '[rank]\nlanguage = "german porter"\n' >cortex.toml
cx rebuild
is "$(language)" 'german porter' 'several languages may be set'
first german-1.md haus
printf '[rank]\nlanguage = "klingon"\n' >cortex.toml
run cx rebuild
err_has "[rank] language 'klingon' has no stemmer"
: >cortex.toml

# Another language is there, and one goes.
cp ../english/english-*.md .
run cx rebuild
err_has 'words are stemmed as in German and English;'
first german-1.md haus
first english-2.md meetings
first english-1.md bridges
same haus meetings versammlungen
rm german-*.md
run cx rebuild
err_has 'words are stemmed as in English;'

cd ../french || exit
cx rebuild 2>"$T/said"
is "$(language)" 'auto french' 'French'
first french-1.md 'une prairies'
first french-2.md décisions
same prairies 'décisions ateliers' 'quel atelier'

cd ../spanish || exit
cx rebuild 2>"$T/said"
is "$(language)" 'auto spanish' 'Spanish'
first spanish-1.md trabajador
first spanish-2.md pescador
first spanish-3.md valle
same trabajador 'cuando pescador' valle

# Its del, una and pero(') are not Spanish; a stem is no family of words.
cd ../italian || exit
cx rebuild 2>"$T/said"
is "$(language)" 'auto italian' 'Italian'
first italian-1.md dipendenze
first italian-2.md dipendenti
first italian-3.md albergo
run cx search --no-log --paths -- dipendenze
is "$(cat "$T/out")" italian-1.md 'dipendente is another word'
same dipendenze albergo 'richiesta comuni'

cd ../turkish || exit
cx rebuild 2>"$T/said"
is "$(language)" 'auto turkish' 'Turkish'
first turkish-1.md kitap
first turkish-3.md bahçeler
same kitap evler 'kaç bahçeler'

# By script, whatever the vault is in.
cd ../english || exit
run cx rebuild
is "$(cat "$T/err")" '' 'English is what is expected'
is "$(language)" 'auto porter' 'English'
first ru.md книга
first ru.md библиотека
first el.md βιβλιοθήκη
first ar.md كتب
first hi.md किताब
first hi.md 'किताबों दुकान'
first hi.md लड़की
first hi.md भाषा
first vi.md 'mẹ bé' 'which are no stop words'
same книга βιβλιοθήκη كتب 'किताबों भाषा लड़की दुकानें' 'mẹ bé' 'meeting the mẹ' 'где книга'

# A few words make no language.
printf 'Ein Haus, und der Garten ist nicht groß.\n' >few.md
cx rebuild
is "$(language)" 'auto porter' 'one note in German'
rm few.md

# A delta is of the languages of its base.
cd ../german || exit
rm -f ./*.md
cp ../french/french-*.md .
printf '[index]\ndelta_from = 1\n' >cortex.toml
cx rebuild 2>"$T/said"
printf 'La décision est prise dans les montagnes.\n' >new.md
run cx rebuild
ok 'there is a delta' test -e index/generations/current/delta.words
same 'décisions' montagne 'prairies montagnes'
first new.md 'montagne décisions' 'in the delta'
cp ../english/english-1.md .
run cx rebuild
same 'décisions montagne' houses

# An index answers where there is no vault, and says what it does without.
mkdir "$T/alone" && cp -R index "$T/alone" && cd "$T/alone" || exit
alone() { run env -i PATH="$PATH" ASAN_OPTIONS="${ASAN_OPTIONS-}" \
	cx-score --rank recall -i index "$@"; }
alone 'décision montagne collines chevaux prairie cabane nuit garde'
status 0
err_has 'no vault, so there are no bodies'
is "$(jq -rs '.[0].path' "$T/out")" french-1.md 'a long query without a vault'
alone '"une décision"'
status 0
err_has 'no vault, so there are no bodies'
ok 'a phrase without a vault' grep -q french-2.md "$T/out"
printf '{"qid":"%s","query":"%s"}\n' 1 'décisions' 2 '\"une décision\"' >q
alone --queries q
status 0
is "$(jq -r .qid "$T/out" | sort -u | paste -sd' ' -)" '1 2' 'both are answered'
alone décision '-"une décision"'
status 2
err_has 'no vault'
cd ../w/german || exit
run env -i PATH="$PATH" ASAN_OPTIONS="${ASAN_OPTIONS-}" \
	cx-score -C "$PWD" -i index --rank recall montagne
ok 'the language of the vault' grep -q new.md "$T/out"

# A query that would take minutes is refused, and others are answered.
awk 'BEGIN { for (i = 0; i <= 10000; i++) printf "w%d ", i }' >"$T/words"
awk 'BEGIN { for (i = 0; i <= 100; i++) printf "-\"a w%d\" ", i }' >"$T/not"
run cx score --rank recall -i index -- "$(cat "$T/words")"
status 2
err_has 'a query has at most 10000 words and phrases'
run cx score --rank recall -i index -- "maison $(cat "$T/not")"
status 2
err_has 'this one has 102 and 101'
{ jq -cRn --rawfile q "$T/words" '{qid: "long", query: $q}'
	echo '{"qid":"short","query":"montagne"}'; } >"$T/q"
run cx score --rank recall -i index --queries "$T/q"
status 3
err_has 'query "long": a query has at most 10000'
is "$(jq -r .qid "$T/out" | sort -u)" short 'the others are answered'
done_testing
