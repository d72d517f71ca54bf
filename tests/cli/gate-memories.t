#!/bin/sh
# gate-memories.t: cx-gate on memories as people and agents say them, on junk,
# and on facts that are alike: the sets of tests/gate/.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
need jq

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW

# cand CONTENT [MORE]: one candidate
cand()
{
	jq -nc --arg c "$1" --argjson more "${2:-{\}}" '{content: $c,
		type: "context", reason: "asked for every few weeks"} + $more'
}

gate() { run cx-gate --rejects rej "$@"; }

### the sets

# bar NAME PERCENT: so many at least
bar()
{
	line=$(grep "^$1	" got)
	n=${line#*	}
	ok "$line, at least $2 %" [ $((${n%	*} * 100)) -ge $((${n#*	} * $2)) ]
}
for dir in "$SRC/tests/gate" "$SRC/tests/gate/more" "$SRC/tests/gate/spoken" \
	"$SRC/tests/gate/foreign" "$SRC/tests/gate/blind" "$SRC/tests/gate/unseen"; do
	sh "$SRC/tests/gate/measure" "$dir" >got 2>wrong || exit 99
	sed 's/^/# /' wrong
	[ "$dir" != "$SRC/tests/gate" ] || bar stated 100
	bar kept 90
	bar junk 95
	# Nothing was learned from these, which somebody wrote who had read
	# nothing but what a memory is.
	[ "$dir" != "$SRC/tests/gate/unseen" ] || continue
	bar pairs 100
	bar paraphrases 75
	[ ! -e "$dir/heavy.tsv" ] || bar heavy 10
done
# Of another libm a weight may be rounded otherwise.
parts() { awk '{ gsub(/ PART/, "\nPART"); print }' "$@" | sort; }
sh "$SRC/tests/gate/examples" | "$BIN/../learn" | parts >learned
parts "$SRC/bin/cx-gate/weights.def" >weights
n=$(comm -3 learned weights | wc -l)
ok "the weights are what is learned (make weights); others: $((n))" \
	[ "$n" -lt $(($(wc -l <weights) / 50)) ]

### one mould

for n in 7 8 9 10; do
	cand "Host 10.0.0.$n is the build cache of team A because the old one had no SSD, ask OPS_TEAM."
done >mould
gate mould
status 0 'addresses of one mould are different facts'
is "$(wc -l <"$T/out" | tr -d ' ')" 4
is "$(grep -c 'the same sentence as (stdin)\|the same sentence as mould' "$T/err")" 1 \
	'which is said once'
err_has 'mould:2: the same sentence as mould:1'
jq -c '.session = "s\(input_line_number % 2)"' mould >two
gate two
is "$(grep -c 'the same sentence' "$T/err")" 2 '... a session'
for who in Ann Bob Carl Ann Bob Carl; do
	n=$((n + 1))
	cand "$who is on call in week $n."
done >loose
gate loose
is "$(wc -l <"$T/out" | tr -d ' ')" 6 'alike in pairs: each is kept'
is "$(grep -c 'the same sentence' "$T/err")" 1 '... which is said once, too'
mkdir v && : >v/cortex.toml
for n in 1 2 3; do
	sed -n "${n}p" mould | jq -c '.session = "s1"' >one
	run sh -c 'cx -C v gate <one >passed; cp "$T/err" said; cx -C v new <passed; cx -C v rebuild'
	is "$(grep -c 'the same sentence' "$T/err")" $((n == 2)) \
		"by the log: the second is told, not the first and third ($n)"
done

# same A B: they are one fact; other A B: they are two, in both orders
same() { alike 1 "$@"; }
other() { alike 0 "$@"; }
alike()
{
	{ cand "$2" && cand "$3"; } >ab
	tac ab >ba
	for order in ab ba; do
		gate $order
		jq_of -rs rej 'map(.error) | join(" ")' \
			"$([ "$1" = 0 ] || echo DUPLICATE_DETECTED)" \
			"$([ "$1" = 0 ] && echo two || echo one): $2 / $3"
	done
}
M='of the metrics exporter on the gateway in the Lyon office'
other "Version 2.3.1 $M" "Version 2.4.0 $M"
other "Version 2.4 $M" "Version 2.40 $M"
other "Port 8081 $M" "Port 8082 $M"
other "Retries 3 times $M" "Retries 5 times $M"
other "Retries three times $M" "Retries five times $M"
other "Ticket BIL-101 $M" "Ticket BIL-207 $M"
other "Shard 4 $M" "Shard 9 $M"
other "Path /srv/a/conf $M" "Path /srv/b/conf $M"
other "Flag -j4 $M" "Flag -j8 $M"
other "Limit 5 MB $M" "Limit 5 GB $M"
other "Limit 5 m $M" "Limit 5 s $M"
other "Key max_size $M" "Key max_age $M"
other "Notes $M" "Notes $M, see 10.0.0.8"
# What has changed places, and what has only moved.
M='for all packages of the front end in Lyon'
other "Prefers npm over pnpm $M" "Prefers pnpm over npm $M"
other "Class 7a $M" "Class 7b $M"
other "Flat 12a $M" "Flat 12c $M"
# Who has what has changed, however it is said.
other 'Invoices go to Berlin, contracts to Vienna.' \
	'Contracts go to Berlin, and invoices go to Vienna.'
other 'Bars are shown on the gauge; the monthly report has pascals instead.' \
	'The monthly report has bars instead; pascals are shown on the gauge.'
other 'The red bin is for glass and the blue bin for paper.' \
	'Paper goes into the red bin, glass goes into the blue bin.'
other 'Orders of the shop are kept in Postgres and sessions are kept in Redis.' \
	'In Redis we keep orders of the shop, and in Postgres sessions.'
other "Lint runs before the build $M" "The build runs before the lint $M"
other "Lint runs before the build $M" "Lint runs after the build $M"
other "Use tabs $M" "Do not use tabs $M"
other "Anna reports to Bertil $M" "Bertil reports to Anna $M"
other "Moved from Redis to Valkey $M" "Moved from Valkey to Redis $M"
other "Owners can delete users but not projects $M" \
	"Owners can delete projects but not users $M"
other "The new lexer is faster than the old parser $M" \
	"The old parser is faster than the new lexer $M"
other "Two of her sons and a daughter speak Danish" \
	"Two of her daughters and a son speak Danish"
other "Load the driver before the camera is enabled $M" \
	"Enable the camera before the driver is loaded $M"
other "Both tokens and cookies expire $M" "Neither tokens nor cookies expire $M"
other "Guests may read and write $M" "Guests may read or write $M"
other "Host build-a is the mirror $M" "Host build-b is the mirror $M"
other "Ask in #data-help $M" "Ask in #data-ops $M"
same "Prefers npm over pnpm $M" "$M prefers npm over pnpm"
same "Uploads above 20 MB are rejected by the gateway" \
	"The gateway rejects uploads above 20 MB"
same "Anna and Bertil approve budgets $M" "Bertil and Anna approve budgets $M"
same "If payroll is wrong, call Ingrid in Lyon" "Call Ingrid in Lyon if payroll is wrong"
same "Kids' accounts can't send mails to others" "Kids' accounts cannot send mails to others"
same "Call me Dani, not Daniela" "Do call me Dani and not Daniela"
# With two numbers or names in common, fewer words need to be the same.
same 'The ZT411 in Oslo jams when labels are thinner than 60 microns' \
	'Labels under 60 microns get stuck in the ZT411 of the office in Oslo'
other 'The printer in the hall jams when labels are thinner than paper' \
	'Labels of less than full size jam the printer of the office'
other 'Sensor 3 of the Oslo roof reads too high in the afternoon' \
	'In the sun, the roof sensor 3 at Oslo reads low'
same 'Das Handbuch liegt in docs/start.md und wird von Uwe gepflegt.' \
	'Das Handbuch befindet sich in docs/start.md und wird von Uwe gepflegt.'
M='of the metrics exporter on the gateway in the Lyon office'
same "Limit 1,000 units $M" "Limit 1000 units $M"
same "Version v2.3.1 $M" "Version 2.3.1 $M"
same "Limit 8GB $M" "Limit 8 GB $M"
same "Retries three times $M" "Retries 3 times $M"
same "Tokens of the API $M" "tokens of the api $M"
same "Ask (soon) for Version 2.3.1 $M" "ask soon for \"Version 2.3.1\" $M."

### lengths by type

short='Prefers tabs over spaces.'
for type in preference context; do
	cand "$short" "{\"type\":\"$type\"}" >in; gate in
	status 0 "$type: 25 characters are enough"
	cand "Tabs, not spaces." "{\"type\":\"$type\"}" >in; gate in
	jq_of rej .details '{"member":"content","characters":17,"least":20}'
done
cand "$short" '{"type":"learning"}' >in; gate in
jq_of rej .details.least 50
long=$(seq 400 | sed 's/.*/The relay of pump & opens at 2& bar./' | tr '\n' ' ')
for n in 1990 99000 100020; do
	printf %s "$long$long$long$long$long$long$long$long" | head -c "$n" |
		jq -Rsc '{type: "reference", content: ., reason: "asked for every few weeks"}' >in
	gate in
	if [ "$n" -le 100000 ]; then
		status 0 "a reference of $n characters"
	else
		jq_of rej .error '"CONTENT_TOO_LONG"' "not of $n"
	fi
done
jq -c '.type = "learning" | .content |= .[:2010]' in >on; gate on
jq_of rej .details.most 2000
yes 'it was good and we did it well ' | head -c 3000 | tr '\n' ' ' |
	jq -Rsc '{type: "reference", content: ., reason: "asked for every few weeks"}' >in
gate in
status 0 'a long document is not asked for specificity'
jq -c '.content += "The password is hunter2hunter2, password=hunter2hunter2"' in >on; gate on
jq_of rej .error '"SENSITIVE_DATA_DETECTED"' 'but for secrets'
printf '{"gate":{"content_min":10,"specificity":1},"types":{"preference":{"content_min":20}}}' >conf
cand 'Tabs, please.' '{"type":"preference"}' >in; gate -c conf in
status 0 '[gate] lets in more than the type does'

### what is missing

# missing TYPE CONTENT TEXT: the message says it, and nothing else
missing()
{
	cand "$2" "{\"type\":\"$1\"}" >in
	gate in
	jq_of -r rej '.details.missing | join(" / ")' "$3" "$2"
}
junk='say what holds from now on, and of which tool, file, person or place'
missing decision 'We do it in the same way as everybody else does it here, again and again.' \
	"$junk"
missing learning 'Fixed the bug and everything works again now, as it did.' "$junk"
jq_of rej '[.details.odds > 1, .details.least]' '[true,3]' 'the odds are told'
missing context 'diff --git a/x.c b/x.c is where the change of the parser begins in this one' \
	'say what holds from now on, and of which thing'
# Where neither decides, points do.
cand 'The overview is sent to the team before the meeting with the board.' \
	'{"type":"decision","reason":"said by Tom"}' >in; gate in
jq_of -r rej '.details.missing[]' 'say in the reason when it will be needed, and for what'
missing context 'asdf jklq wexz asdf uiqx zxcv qwer' 'write it in words'
jq -Rc 'split("\t") | {type: .[0], reason: .[1], content: .[2]}' \
	"$SRC/tests/gate/junk.tsv" "$SRC/tests/gate/more/junk.tsv" >in
gate in
jq_of rej 'select(.rule > 1 and
	(.message | test("because|since|due to|characters")))' '' \
	'no message asks for padding'

### reasons that say nothing

while IFS= read -r reason; do
	cand "$short Version 4 of it, in the Lyon office" \
		"$(jq -nc --arg r "$reason" '{reason: $r}')" >in
	gate in
	jq_of rej .rule 7 "no reason: $reason"
done <<'END'
aaaaaaaaaaaaaaaaaaaa
....................
because because because
because because since due to
important important important
asdf asdf asdf asdf
asdfghjkl qwertyuiop
sdlkfj sldkfj woeiru xcmvn
because of that and so it is
hahahahahahahaha
1111111111 2222222222
n/a n/a n/a n/a
Prefers tabs over spaces. Version 4 of it, in the Lyon office
version 4 of it, in the lyon office
END
while IFS= read -r reason; do
	cand "$short Version 4 of it, in the Lyon office" \
		"$(jq -nc --arg r "$reason" '{reason: $r}')" >in
	gate in
	status 0 "a reason: $reason"
done <<'END'
It matters.
it was hard won
said by Tom on Monday
今後の会話でも必要になる
Latency decides which cache we may use
END

done_testing
