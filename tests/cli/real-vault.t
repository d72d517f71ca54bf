#!/bin/sh
# real-vault.t: cx-scan on vaults that nobody here wrote, against a second
# reader.  CX_VAULTS names a directory of vaults (none is part of this
# project), CX_ORACLE a Python module that finds front matter, links and
# hashtags its own way; tests/tools/vault-compare.py compares.
. "$(dirname "$0")/../tap.sh"
[ -n "${CX_VAULTS:-}" ] || skip_all "CX_VAULTS names no directory of vaults"
[ -n "${CX_ORACLE:-}" ] || skip_all "CX_ORACLE names no second reader"
need jq python3
python3 -c 'import yaml' 2>/dev/null || skip_all "no PyYAML for python3"

for vault in "$CX_VAULTS"/*/; do
	vault=${vault%/}
	name=${vault##*/}
	run cx-scan "$vault"
	ok "$name: status 0, or 3 for names that are not UTF-8 ($rc)" \
		test "$rc" = 0 -o "$rc" = 3
	cp "$T/out" records
	cp "$T/err" messages
	note "$name: $(wc -l <records) atoms, $(wc -l <messages) messages"
	ok "$name: there are atoms" test -s records
	ok "$name: every line is a record" \
		jq -e -n '[inputs | has("path")] | all' records
	ok "$name: by path bytes" \
		sh -c 'jq -r .path records | LC_ALL=C sort -c'
	problems=$(jq -n '[inputs | .problems // [] | length] | add' records)
	ok "$name: every problem has a message ($problems)" \
		test "$(grep -c '^cx-scan: .*\.[mM][dD]:' messages)" -ge "$problems"
	run cx-scan "$vault"
	same "$T/out" records "$name: twice the same"
	run python3 "$SRC/tests/tools/vault-compare.py" "$CX_ORACLE" \
		"$vault" <records
	grep '^# seen' "$T/out"
	for class in atom-lost atom-invented size fm-silent fm-lost fm-value \
		fm-invented default wikilinks backticks hashtags; do
		is "$(sed -n "s/^$class //p" "$T/out")" 0 "$name: $class"
	done
	sed -n '/^[a-z-]* [1-9]/,/^[a-z]/p' "$T/out" | grep '^#' | sort -u
	err_empty "$name: the comparison ran"
	run cx-scan --body "$vault"
	ok "$name: other filters read all of it" \
		cx-select 'not path=zzz' "$T/out"
done
done_testing
