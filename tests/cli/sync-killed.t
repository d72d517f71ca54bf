#!/bin/sh
# sync-killed.t: cx sync is killed before or after each fourth call of git, with
# all that it has started, and git alone is killed there; the next one finishes,
# and nothing else is left.
# CX_FAULTS=each takes all of them.
# shellcheck disable=SC2154
. "$(dirname "$0")/../tap.sh"
need git jq setsid ps

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW
git config --global user.name T
git config --global user.email t@example.org
git config --global init.defaultBranch main
note()
{
	printf -- '---\nid: %s\nname: N\ncreated: %s\n---\n%s\n' "$2" "$3" "$4" |
		put "$1"
}
git init -q --bare r
git clone -q r a 2>/dev/null
(cd a && touch cortex.toml && for i in 1 2 3 4; do
	note n$i.md n$i 2026-01-01 "Note $i."
done && cx sync) >"$T/out" 2>&1 || exit 99
git clone -q r b
(
	cd a && cx edit n1.md n2.md tags+=a && rm n4.md && mkdir new &&
		note new/x.md x 2026-02-01 'By a.' && cx sync
) >"$T/out" 2>&1 || exit 99
(
	cd b && cx rebuild && cx edit n1.md tags+=b && note b.md b 2026-02-01 B &&
		echo more >>n3.md && mkdir new && note new/x.md x 2026-02-02 'By b.'
) >"$T/out" 2>&1 || exit 99
mkdir start && mv r a b start
fresh()
{
	rm -rf r a b
	cp -Rp start/. .
}
# Clones name their remote by its path.
fresh
# The state that all come to.
(cd b && cx sync) >"$T/out" 2>"$T/err" || exit 99
want=$(git -C b rev-parse 'HEAD^{tree}')
is "$(cd b && echo ./*.md new/*.md)" \
	'./b.md ./n1.md ./n2.md ./n3.md new/x-2.md new/x.md' 'what it makes'

# A git that counts, and at one call ends the session.
real=$(command -v git)
mkdir "$T/bin"
cat >"$T/bin/git" <<'E2'
#!/bin/sh
echo x >>"$COUNT"
n=$(wc -l <"$COUNT")
end()
{
	# Itself last: numbers of processes begin again.
	[ -n "$ALONE" ] ||
		kill -9 $(ps -o pid= -s "$(ps -o sid= -p $$)" | grep -vw $$)
	kill -9 $$
}
[ $((n)) -ne "$KILL_AT" ] || [ $((n / 3 % 2)) -eq 0 ] || end
"$REAL" "$@"
rc=$?
[ $((n)) -ne "$KILL_AT" ] || end
exit $rc
E2
chmod +x "$T/bin/git"
killed_at() # N [ALONE]
{
	: >"$T/count"
	(cd b && COUNT=$T/count REAL=$real KILL_AT=$1 ALONE=${2-} \
		PATH=$BIN:$T/bin:$PATH setsid -w cx sync) >"$T/out" 2>"$T/err"
}
fresh
killed_at 0
calls=$(wc -l <"$T/count")
ok "there are calls of git: $calls" [ "$calls" -gt 20 ]
step=4
[ "${CX_FAULTS-}" != each ] || step=1
for alone in '' alone; do
	i=1
	[ -z "$alone" ] || i=3
	tried=0
	: >"$T/wrong"
	while [ $i -le "$calls" ]; do
		fresh
		killed_at $i $alone
		tried=$((tried + 1))
		{
			# No file is half of one.
			for f in b/*.md b/new/*.md; do
				tail -c 1 "$f" | grep -q . && echo "$f has no end"
			done
			(cd b && "$real" fsck --no-dangling 2>&1 | grep -v '^notice') &&
				echo 'git fsck'
			(cd b && cx sync) >"$T/out" 2>"$T/err" ||
				echo "the next: $(cat "$T/err")"
			(cd a && cx sync) >"$T/out" 2>"$T/err" ||
				echo "the other: $(cat "$T/err")"
			for c in a b; do
				[ "$("$real" -C $c rev-parse 'HEAD^{tree}')" = "$want" ] ||
					echo "$c has another tree"
				"$real" -C $c status --porcelain -- . ':!.cortex'
			done
			[ "$("$real" -C a rev-parse HEAD)" = "$("$real" -C b rev-parse HEAD)" ] ||
				echo 'other commits'
			find b -name '.cx-tmp-*' -o -name '.merge_file*' -o -name cortex-sync
		} >"$T/verdict"
		[ ! -s "$T/verdict" ] ||
			echo "call $i: $(head -n 4 "$T/verdict")" >>"$T/wrong"
		i=$((i + step))
	done
	is "$(head -n 12 "$T/wrong")" '' "${alone:-all} killed at $tried calls"
done
done_testing
