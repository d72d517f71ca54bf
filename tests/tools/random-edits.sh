# random-edits.sh: edits of a vault as people and programs make them, in the
# working directory, after tap.sh and records.sh.
# shellcheck shell=sh disable=SC2034,SC2154
#
#	edits_seed N
#	edit_something		one of them; $edited says which

edits_seed() { edits_state=$1; }

# random N: $drawn is one of 0..N-1 (the generator of Park and Miller)
random()
{
	edits_state=$((edits_state * 16807 % 2147483647))
	drawn=$((edits_state / 7 % $1))
}
# pick: $picked is one of the notes; there is always one
pick()
{
	[ -n "$(notes)" ] || atom atoms/first.md First insight active 2026-04-01
	random "$(notes | wc -l)"
	picked=$(notes | sed -n "$((drawn + 1))p")
}
notes() { find atoms rules feedback _moc x.d -name '*.md' -type f 2>/dev/null | sort; }

# One byte becomes another one, and the file claims that nothing happened.
edit_in_secret()
{
	cp -p "$picked" "$T/before"
	if grep -q '^name: .*q' "$picked"; then
		sed 's/^\(name: .*\)q/\1w/' "$T/before" >"$picked"
	else
		sed 's/^\(name: .*\)[a-pr-z]/\1q/' "$T/before" >"$picked"
	fi
	touch -r "$T/before" "$picked"
}

edit_something()
{
	edits_count=$((${edits_count:-0} + 1))
	pick
	random 19
	case $drawn in
	0 | 1)
		edited='create'
		atom "atoms/n$edits_count.md" "Note $edits_count" insight \
			active 2026-04-1$((edits_count % 10)) \
			"t$((edits_count % 5))" 'See [[freeze]].'
		;;
	2)
		edited='create in a new directory'
		atom "x.d/d$edits_count/a b%20$edits_count.md" Deep rule active \
			2026-03-01 deep
		;;
	3 | 4)
		edited="edit $picked"
		echo "more $edits_count [[n$edits_count]]" >>"$picked"
		;;
	5 | 6)
		edited="edit in secret $picked"
		edit_in_secret
		;;
	7)
		edited="rename $picked"
		mv "$picked" "atoms/moved$edits_count.md"
		;;
	8)
		edited="delete $picked"
		rm "$picked"
		;;
	9)
		edited="touch $picked"
		touch "$picked"
		;;
	10)
		edited="touch -d the past $picked"
		touch -d 2001-02-03 "$picked"
		;;
	11)
		edited="touch -d the future, and edit, $picked"
		echo future >>"$picked"
		touch -d 2037-02-03 "$picked"
		;;
	12)
		edited='another configuration'
		random 3
		printf '[vault]\nskip_files = ["n%s*.md"]\n' "$drawn" \
			>cortex.toml
		;;
	13)
		edited='other ignore rules'
		random 3
		printf 'moved*%s.md\n' "$drawn" >.cortexignore
		;;
	14)
		edited="a symlink for $picked"
		mv "$picked" "$picked.txt"
		ln -s "${picked##*/}.txt" "$picked"
		;;
	15)
		edited='a directory gone'
		rm -rf x.d
		;;
	16)
		edited="an old file over $picked"
		touch -d 2020-01-01 "$T/before" 2>/dev/null ||
			cp "$picked" "$T/before"
		cp -p "$T/before" "$picked"
		;;
	17)
		edited="without front matter, dated by its time: $picked"
		echo "plain #tag$edits_count" >"$picked"
		touch -d "2026-03-1$((edits_count % 10))" "$picked"
		;;
	18)
		edited="replaced, as editors do: $picked"
		sed 's/about/concerning/' "$picked" >"$T/new" &&
			mv "$T/new" "$picked"
		;;
	esac
}
