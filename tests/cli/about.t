#!/bin/sh
# about.t: cx search --about prints what a prompt is about, or nothing.
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"
need jq

mkdir v v/.cortex
n() # FILE NAME TEXT
{
	printf -- '---\nid: %s\nname: %s\ntype: lesson\nupdated: 2026-04-10\n---\n%s\n' \
		"$1" "$2" "$3" >"v/$1.md"
}
n cache 'Session cache' 'Redis keeps the sessions, since the database took 40 ms a page.'
n deploy 'Deploys on Friday' 'Nobody deploys on a Friday: the pager is with one person.'
n oslo 'Nightly job' 'The nightly job copies the ledger to a bucket in Oslo.'
n korean '운영' '데이터베이스 백업 절차를 지킨다.'
n queues '큐' 'rabbitmq에 쌓인 메시지를 차례대로 하나씩 처리한다.'
n streams '흐름' 'kafka에 남은 기록을 처음부터 다시 읽는다.'
n helping 'How to help' 'Please help new people, and let them know how things work.'
# A long list has words of everything; what a note is about comes again in it.
list=$(i=0; while [ $i -lt 60 ]; do printf 'item%d thing%d\n' $i $i
	i=$((i + 1)); done)
n links 'Links' "$list
prune a git clone
$list
the orchard of the team"
n trees 'Fruit' "$list
$(i=0; while [ $i -lt 12 ]; do echo "Plums $i and quinces $i keep."
	i=$((i + 1)); done)"
i=0
while [ $i -lt 30 ]; do
	n "x$i" "Filler $i" "Something that says little about anything, number $i."
	i=$((i + 1))
done
cx -C v rebuild

brings() # PROMPT PATHS
{
	run cx -C v search --about --paths -- "$1"
	case $2 in
	'') status 1 ;;
	*) status 0 ;;
	esac
	is "$(tr '\n' ' ' <"$T/out")" "$2" "$1"
	err_empty
}
brings 'Can you help me with the session cache? I keep forgetting how it works.' 'cache.md '
brings 'is it fine to do deploys this friday evening' 'deploy.md '
brings 'what happens to the ledger in oslo at night' 'oslo.md '
brings 'please help, I do not know how things work' ''
brings 'How long should I roast a chicken of two kilos?' ''
brings 'Roast the chicken in Oslo with rosemary, thyme, garlic and lemon' ''
brings 'When should I prune my orchard?' ''
brings 'Where should I keep plums and quinces?' 'trees.md '
brings '데이터베이스 백업' 'korean.md '
brings 'yes, go ahead' ''
brings '' ''
brings '   ' ''
brings "it's the session-cache, isn't it?" 'cache.md '
# Nothing in a prompt is syntax.
brings '-session type:rule "no such phrase" (cache: AND OR NOT' 'cache.md '
brings '"redis sessions"' 'cache.md '
brings '-redis -sessions' 'cache.md '
brings "$(printf 'redis\n\tsessions\n--top 3\nid:zz')" ''
big=$(i=0; while [ $i -lt 3000 ]; do printf 'word%d ' $i; i=$((i + 1)); done)
brings "redis sessions $big" ''
run cx -C v search --about --json --project nope -- redis sessions
status 1
out_empty
run cx -C v recall --about --paths -- 'the redis sessions'
status 0
is "$(cat "$T/out")" cache.md 'cx recall --about'
run cx-score --about redis </dev/null
status 2
err_has '--about is for words, with -i DIR'
run cx -C v search --about --rank cortex redis
status 2
run cx -C v search rabitmq
err_is "cx search: no note has 'rabitmq' (did you mean 'rabbitmq'?); --fuzzy searches for the nearest word" \
	'a Korean word with its particle is not offered'
done_testing
