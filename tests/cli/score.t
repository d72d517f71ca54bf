#!/bin/sh
# score.t: the keyword ranking ("cortex"), every rule by a case that was
# worked out by hand.
# shellcheck disable=SC1003,SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW

# one EXPECTED TEXT WORD…: the score of the one record in ./in
one()
{
	one_want=$1 one_text=$2
	shift 2
	run cx-score "$@" <in
	is "$(jq -c .score "$T/out" 2>&1)" "$one_want" "$one_text"
}

# none TEXT WORD…: no result, status 1, nothing to complain about
none()
{
	none_text=$1
	shift
	run cx-score "$@" <in
	is "$rc $(wc -c <"$T/out" | tr -d ' ')" "1 0" "$none_text"
}

### points, a field at a time

rec 'Deploy freeze' >in
one 10 'name: substring, case apart' deploy
one 10 'name: inside a word' eplo
one 10 'query in capitals' DEPLOY
rec x '["deploy","Risk"]' >in
one 8 'tag: equal' deploy
one 8 'tag: compared in lower case' RISK
none 'tag: a part is not a match' dep
rec x '["deploy","deploy"]' >in
one 8 'the same tag twice counts once' deploy
rec x '[]' deploy >in
one 5 'project: equal' Deploy
none 'project: a part is not a match' dep
rec x '[]' '' 'We deploy on Monday' >in
one 4 'description: substring' deploy
one 4 'description: across words does not matter' 'ploy'
rec x '[]' '' '' 'Atoms/Re_deploy.md' >in
one 3 'path: substring, lower case' atoms/re_DEPLOY
one 3 'path: the extension counts too' .md
rec 'deploy' '["deploy"]' deploy deploy deploy.md >in
one 30 'all five fields add up' deploy
rec 'x' '["risk"]' 'risk' >in
one 13 'tag and project' risk

### words

rec 'Deploy freeze' '["risk"]' >in
one 27 'two words, both match: (10 + 8) x 1.5' deploy risk
one 27 'an operand is split on white space' 'deploy   risk'
tabbed=$(printf 'deploy\t\n risk')
one 27 'tab and newline are white space' "$tabbed"
one 27 'order of words does not matter' risk deploy
one 10 'no bonus when one word matches nothing' deploy xyzzy
one 30 'repeated words count again, and as two' deploy deploy
one 10 'one-character words are dropped' deploy a
one 10 '... before words are counted for the bonus' a deploy b
none 'nothing but short words: no word left' a b c
err_empty '... and no complaint'
none 'no match at all' xyzzy
none 'an empty operand is not a word' ''
none 'white space is not a word' '   '
rec 'Deploy freeze' '[]' '' 'risk' 'deploy/risk.md' >in
one 30 'points of all fields, then x 1.5' deploy risk

# Characters, not bytes: these words are one character of 2, 3 and 4 bytes.
rec 'é 猫 🚀 été' >in
none 'one character of two bytes is short' é
one 10 'but in a script without spaces it is a word' 猫
none 'one character of four bytes is short' 🚀
one 10 'two characters are a word' ét

### Unicode lower case, not folding

rec 'ÄRGER in der Straße ΩΜΕΓΑ ДЕНЬ' >in
one 10 'latin capitals' ärger
one 10 'greek capitals' ωμεγα
one 10 'cyrillic capitals' ДЕНЬ
one 10 'cyrillic lower' день
one 10 'sharp s stays sharp s' straße
none 'sharp s is not folded to ss' strasse
none 'sharp s is not folded to SS' STRASSE
rec 'cold' >in
# The Kelvin sign lower-cases to k; there is no k in "cold".
none 'lower mapping invents no match' K9
rec '9K' >in
kelvin=$(printf '9\342\204\252')
one 10 'the Kelvin sign lower-cases to k' "$kelvin"
# Ideographic space U+3000 is white space as well.
rec '東京 大阪' >in
wide=$(printf '東京\343\200\200大阪')
one 30 'an ideographic space separates words' "$wide"

### punctuation is text

rec 'C++ notes: [a] (b) \"q\" 50% \\\\ x*y $HOME' >in
one 10 'plus' c++
one 10 'bracket' '[a]'
one 10 'parenthesis' '(b)'
one 10 'percent' 50%
one 10 'star' 'x*y'
one 10 'dollar' '$home'
for w in '"' '""' '((' ')(' '*?' '[[' '\\' "''" '::' '!!' '&&' '||' '<>' \
	'^$' '~~' ';;' '"unclosed' 'a:' ':a' 'no:such:field'; do
	run cx-score -- "$w" <in
	if [ "$rc" -le 1 ] && [ ! -s "$T/err" ]; then
		result 0 "no error for the query $w"
	else
		result 1 "no error for the query $w"
		show_run
	fi
done

### layers

for c in '2026-04-15 12 hot today' '2026-04-13 12 hot two-days' \
	'2026-04-12 11 warm three-days' '2026-04-08 11 warm seven-days' \
	'2026-04-07 10 cold eight-days' '2026-05-01 12 hot future' \
	'someday 10 cold unparsable' '2026-02-30 10 cold no-such-day'; do
	# shellcheck disable=SC2086 # four words a case
	set -- $c
	rec 'Deploy' '[]' '' '' '' "$1" >in
	run cx-score deploy <in
	jq_is '[.score,.layer]' "[$2,\"$3\"]" "layer bonus: $4 ($1)"
done
rec 'Deploy freeze' '["risk"]' '' '' '' 2026-04-15 >in
one 29 'the layer comes after the all-words bonus: 18 x 1.5 + 2' deploy risk
rec 'Deploy' '[]' '' '' '' 2026-04-15 >in
none 'a layer alone is not a match' xyzzy
run cx-score --now 2026-04-30 deploy <in
jq_is '[.score,.layer]' '[10,"cold"]' '--now wins over $CORTEX_NOW'

### status

rec 'Deploy' '[]' '' '' '' 2026-04-15 archived >in
one 3.6 'archived: (10 + 2) x 0.3, weight last' deploy
ok '... printed as 3.6' grep -q '"score":3\.6[,}]' "$T/out"
rec 'Deploy' '[]' '' '' '' 2026-04-15 superseded >in
one 6 'superseded: (10 + 2) x 0.5' deploy
for s in active review open valid partial challenged corrected; do
	rec 'Deploy' '[]' '' '' '' '' "$s" >in
	one 10 "status $s weighs 1" deploy
done
for s in resolved fixed refined stale; do
	rec 'Deploy' '[]' '' '' '' '' "$s" >in
	one 5 "status $s weighs 0.5" deploy
done
for s in invalidated deprecated; do
	rec 'Deploy' '[]' '' '' '' '' "$s" >in
	one 3 "status $s weighs 0.3" deploy
done
rec 'Deploy' '[]' '' '' '' '' brooding >in
one 10 'a status nobody declared weighs 1' deploy
rec 'x' '[]' '' '' 'deploy.md' 2026-04-12 archived >in
one 1.2 'path 3, warm 1, x 0.3' deploy

### the worked example

rec 'Deploy freeze during release windows' '["deploy","risk"]' '' '' '' \
	2026-04-14 >in
one 41 'worked example: 41.0' 'deploy risk'
one 41 'worked example, two operands' deploy risk

### locale and zone

rec 'ÄRGER Deploy' '[]' '' '' '' 2026-04-13 >in
cx-score ärger deploy <in >want
for l in C C.UTF-8 tr_TR.UTF-8 de_DE.UTF-8; do
	LC_ALL=$l TZ=Pacific/Kiritimati cx-score ärger deploy <in >got
	same got want "locale $l, zone Kiritimati"
done

done_testing
