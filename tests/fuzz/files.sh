#!/bin/sh
# files.sh SECONDS: journals and indexes that a stranger could bring, and what
# he could ask from another machine, by chance, for so long each; BIN has the
# programs.
PATH=${BIN:?}:$PATH
tools=$(cd "$(dirname "$0")/../tools" && pwd) || exit 4
work=$(mktemp -d) || exit 4
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
mkdir "$work/journal" "$work/index"
seed=${SEED:-$(date +%s)}
echo "fuzz: files of a vault, $1 s each, SEED=$seed"
cd "$work/index" || exit 4
python3 "$tools/random-vault.py" "$seed" 40 v || exit 4
cx-scan --body v >rec 2>/dev/null
cx-index --search -o whole rec || exit 4
jq -c '{type: "decision", project, content: .body[0:1500],
	reason: "Nobody could say why it was so"}' rec >cand
python3 "$tools/fuzz-index.py" "$seed" 1 "$1" >"$work/report" || exit 4
cd "$work/journal" || exit 4
python3 "$tools/fuzz-journal.py" "$seed" 1 "$1" >>"$work/report" || exit 4
cd "$work/index" && mkdir -p v/.cortex && cx -C v rebuild 2>/dev/null &&
	python3 "$tools/fuzz-remote.py" "$seed" 1 "$1" >>"$work/report" || exit 4
cat "$work/report"
[ "$(wc -l <"$work/report")" -eq 3 ]
