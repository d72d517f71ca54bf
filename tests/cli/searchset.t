#!/bin/sh
# searchset.t: the search set of random vaults says what a naive scan of the
# same records finds, in whatever order they come.
# shellcheck disable=SC1091,SC2016,SC2089,SC2090,SC2154
. "$(dirname "$0")/../tap.sh"
need jq look

# Without stemming and stop words a term is a run of letters and digits, which
# jq and awk can tell as well.
CORTEX_CONFIG='{"rank":{"language":"none"}}'
export CORTEX_CONFIG

# random SEED N: records of N atoms
random()
{
	awk -v seed="$1" -v n="$2" '
	function pick(k) { return int(rand() * k) }
	# Low numbers are common, as words are.
	function word(k) { k = int(rand() * rand() * 60); return "w" k }
	function words(n, s) {
		s = ""
		while (n-- > 0)
			s = s (pick(4) ? " " : pick(2) ? ", " : "-") word()
		return s
	}
	BEGIN {
		srand(seed)
		dirs = split("a a/b a-b a/b/c d D", dir, " ")
		for (i = 0; i < n; i++) {
			k = pick(dirs + 2)
			name = sprintf("n%d_%s", i, word())
			path[i] = (k && k <= dirs ? dir[k] "/" : "") name ".md"
			base[i] = name
		}
		for (i = 0; i < n; i++) {
			printf "{\"path\":\"%s\",\"name\":\"%s\"", path[i],
			    "The" words(pick(4))
			printf ",\"project\":\"%s\"", pick(3) ? "p" pick(3) : "A B%"
			if (pick(4))
				printf ",\"updated\":\"%04d-%02d-%02d\"",
				    1960 + pick(70), 1 + pick(12), 1 + pick(28)
			if (pick(2))
				printf ",\"status\":\"s%d\"", pick(4)
			printf ",\"description\":\"%s\",\"tags\":[", words(pick(6))
			for (k = pick(4); k > 0; k--)
				printf "\"%s%s\"%s", word(), pick(3) ? "" : " X/y",
				    (k > 1 ? "," : "")
			printf "],\"links_out\":["
			for (k = pick(5); k > 0; k--)
				printf "\"%s\"%s", pick(9) ? base[pick(n)] : "no",
				    (k > 1 ? "," : "")
			printf "],\"body\":\"#%s\\n%s\"}\n", words(pick(9)),
			    words(pick(60))
		}
	}'
}

# found_by_look DICTIONARY POSTINGS KEYS: "KEY DOC TF" of every key, each
# found with look; KEYS words make a key
found_by_look()
{
	cut -d ' ' -f "1-$3" "index/generations/current/$1" | while read -r key; do
		look "$key " "index/generations/current/$2"
	done | awk -v k="$3" '{
		key = $1
		for (i = 2; i <= k; i++)
			key = key " " $i
		doc = $(k + 1) + 0
		max = 0
		for (i = k + 3; i <= NF; i++) {
			m = split($i, p, ":")
			doc += p[1]
			tf = m > 1 ? p[2] : 1
			if (m > 1 && tf == 1)
				print "a :1"
			if (tf > max)
				max = tf
			print key, doc, tf
		}
		if (max != $(k + 2))
			print key, "MAXTF", max, $(k + 2)
	}' | sort
}

# df_of DICTIONARY KEYS: "KEY DF", as it says
df_of() { awk -v k="$2" '{
	key = $1
	for (i = 2; i <= k; i++)
		key = key " " $i
	print key, $(k + 1)
}' "index/generations/current/$1"; }
# counted FILE: "KEY DF" of the lines "KEY DOC TF"
counted() { sed 's/ [0-9]* [0-9]*$//' "$1" | uniq -c |
	sed 's/^ *\([0-9]*\) \(.*\)/\2 \1/'; }

# The records by path, each with its number.
numbered='sort_by(.path) | to_entries[] | .key as $n | .value'
# A text as its words with blanks between.
words='ascii_downcase | gsub("[^a-z0-9]+"; " ")'

naive_terms()
{
	jq -rs "$numbered | \"\\(\$n) \" + (.name + \" \" + .body | $words)" \
		records | awk '{
		for (i = 2; i <= NF; i++)
			c[$i " " $1]++
	}
	END {
		for (k in c)
			print k, c[k]
	}' | sort
}

naive_folders() # from naive_terms on stdin
{
	jq -rs "$numbered | \"\\(\$n) /\" + (.path | sub(\"/?[^/]*\$\"; \"\"))" \
		records >folder_of
	cut -d ' ' -f 2 folder_of | sort | uniq -c |
		awk '$1 >= 2 && $1 <= 200 {print $2}' | sort >folders
	awk 'FILENAME == "folders" {number[$1] = FNR - 1; next}
	FILENAME == "folder_of" {if ($2 in number) f[$1] = number[$2]; next}
	$2 in f {c[$1 " " f[$2]] += $3}
	END {for (k in c) print k, c[k]}' folders folder_of - | sort
}

naive_fields()
{
	jq -rs "def w(k): $words | split(\" \")[] | select(. != \"\") |
		\"\\(k) \\(.)\";
	def whole(k): ascii_downcase | gsub(\"%\"; \"%25\") |
		gsub(\" \"; \"%20\") | \"\\(k) \\(.)\";
	$numbered | [(.description | w(\"d\")), (.name | w(\"n\")),
	(.path | w(\"p\")), (.project | whole(\"j\")),
	(.tags[] | whole(\"t\"), w(\"g\")), ((.updated // empty) |
	split(\"-\") | map(tonumber) | (\"u \\(.[0])\", \"u \\(.[2])\",
	\"u \\([\"january\", \"february\", \"march\", \"april\", \"may\",
	\"june\", \"july\", \"august\", \"september\", \"october\",
	\"november\", \"december\"][.[1] - 1])\"))] | unique[] |
	\"\\(.) \\(\$n) 1\"" records | sort
}

# The numbers of all neighbours, a line an atom.
naive_links()
{
	cx-links records | jq -r 'select(.status == "ok" and
		.path != .to) | "\(.path) \(.to)\n\(.to) \(.path)"' |
		sort -u >pairs
	jq -rs "$numbered | \"\\(\$n) \\(.path)\"" records |
		awk 'FILENAME == "pairs" {to[$1] = to[$1] " " $2; next}
		{number[$2] = $1; path[FNR] = $2}
		END {
			for (i = 1; i in path; i++) {
				# Pairs are sorted, and so are numbers.
				n = split(to[path[i]], t, " ")
				s = ""
				for (k = 1; k <= n; k++)
					s = s (k > 1 ? " " : "") number[t[k]]
				print s
			}
		}' pairs -
}

naive_near()
{
	awk '{
		n[NR] = split($0, t, " ")
		for (i = 1; i <= n[NR]; i++)
			to[NR, i] = t[i] + 1
	}
	END {
		for (a = 1; a <= NR; a++) {
			split("", seen)
			seen[a]
			one = two = 0
			for (i = 1; i <= n[a]; i++)
				seen[to[a, i]]
			for (i = 1; i <= n[a]; i++) {
				b = to[a, i]
				if (n[b] > 64)
					continue
				one++
				for (k = 1; k <= n[b]; k++) {
					if (to[b, k] in seen)
						continue
					seen[to[b, k]]
					two += n[to[b, k]] <= 64
				}
			}
			print one, two
		}
	}' "$1"
}

column() { tr -d ' ' <"index/generations/current/$1"; }

for seed in 1 2 3; do
	random $seed $((seed * seed * 60)) >records
	# A hub, in the largest.
	if [ $seed -eq 3 ]; then
		jq -cs '.[0].path as $p | .[] | if .path | test("n2[0-9]*_")
			then .links_out += [$p] else . end' records >r &&
			mv r records
	fi
	rm -rf index
	run cx-index --search -o index records
	status 0 "vault $seed: written"
	err_empty
	for f in words postings folders fieldwords fields; do
		ok "vault $seed: $f is sorted by bytes" sort -c "index/generations/current/$f"
	done

	naive_terms >want
	found_by_look words postings 1 >got
	same got want "vault $seed: postings are those of a naive scan"
	ok '... and there are some' [ "$(wc -l <want)" -gt 100 ]
	df_of words 1 | sort >got
	counted want | sort >want_df
	same got want_df "vault $seed: df is how many there are"
	ok "vault $seed: offsets lead to the postings, which fill the file" \
		awk '$3 != at {exit 1} {at += $4}' index/generations/current/words
	is "$(awk '{n += $4} END {print n}' index/generations/current/words)" \
		"$(wc -c <index/generations/current/postings | tr -d ' ')" "... to its end"
	naive_folders <want >want_folders
	found_by_look words folders 1 >got
	same got want_folders "vault $seed: folders are sums of their atoms"
	ok '... and there are some' [ -s want_folders ]
	is "$(awk '$5 {if ($6 != at) exit; at += $7} END {print at}' \
		index/generations/current/words)" "$(wc -c <index/generations/current/folders | tr -d ' ')" \
		"vault $seed: offsets of folders"
	is "$(jq -c .search.folders index/meta.json)" \
		"$(wc -l <folders | tr -d ' ')" "vault $seed: number of folders"

	naive_fields >want
	found_by_look fieldwords fields 2 >got
	same got want "vault $seed: fields are those of a naive scan"
	df_of fieldwords 2 | sort >got
	counted want | sort >want_df
	same got want_df "vault $seed: df of fields"

	naive_links >neighbours
	awk 'FNR == NR {hub[NR - 1] = NF > 64; next}
	{
		s = hub[FNR - 1] ? "*" : ""
		for (i = 1; i <= NF; i++)
			if (!hub[$i])
				s = s (s == "" ? "" : " ") $i
		print s
	}' neighbours neighbours >want
	same index/generations/current/links want "vault $seed: links are those of cx-links"
	ok '... and there are some' [ "$(grep -c ' ' index/generations/current/links)" -gt 9 ]
	naive_near neighbours >want_near
	column docs.n1 >n1
	column docs.n2 | paste -d ' ' n1 - >got
	same got want_near "vault $seed: neighbours at one and two steps"
	[ $seed -lt 3 ] ||
		ok "vault $seed: there is a hub" \
			grep -q '^[*] ' index/generations/current/links

	n=$(wc -l <records | tr -d ' ')
	for f in length day expires status folder n1 n2 record links; do
		is "$(awk '{print length($0)}' "index/generations/current/docs.$f" | uniq -c |
			awk '{print $1}')" "$n" \
			"vault $seed: docs.$f has a constant width"
	done
	naive_terms | awk '{c[$2] += $3} END {for (d in c) print d, c[d]}' |
		sort -n | cut -d ' ' -f 2 >want
	column docs.length >got
	same got want "vault $seed: lengths"
	column docs.record | while read -r at; do
		tail -c +$((at + 1)) index/manifest.json | head -n 1
	done | sed 's/,$//' | jq -r .path >got
	jq -r '.[].path' index/manifest.json >want
	same got want "vault $seed: docs.record leads to the records"
	column docs.links | while read -r at; do
		tail -c +$((at + 1)) index/generations/current/links | head -n 1
	done >got
	same got index/generations/current/links "vault $seed: docs.links leads to the lines"
	jq -r '.search.statuses[]' index/meta.json >statuses
	column docs.status | while read -r at; do
		sed -n "$((at + 1))p" statuses
	done >got
	jq -r '.[] | .status // "active"' index/manifest.json >want
	same got want "vault $seed: docs.status numbers the statuses"
	awk 'FILENAME == "folders" {number[$1] = FNR - 1; next}
		{print $2 in number ? number[$2] : "-"}' folders folder_of >want
	column docs.folder >got
	same got want "vault $seed: docs.folder"
	jq -r '.[] | .updated // "-" | if . == "-" then . else
		(. + "T00:00:00Z" | fromdate / 86400) end' \
		index/manifest.json >want
	column docs.day >got
	same got want "vault $seed: docs.day"
	is "$(jq -r '.search.files | to_entries[] | "\(.key) \(.value)"' \
		index/meta.json | while read -r f size; do
		[ "$(wc -c <"index/generations/current/$f")" -eq "$size" ] || echo "$f"
	done)" '' "vault $seed: sizes in meta.json are true"
	is "$(jq '.search.files | length' index/meta.json)" 18 \
		'... of all files'
	is "$(jq .search.length index/meta.json)" \
		"$(column docs.length | awk '{n += $1} END {print n}')" \
		"vault $seed: sum of lengths"

	for order in -r -R '-t: -k3'; do
		# shellcheck disable=SC2086 # options
		sort $order records >other
		rm -rf index2
		run cx-index --search -o index2 other
		ok "vault $seed: the same bytes in another order ($order)" \
			diff -r index index2
	done
	# An atom that comes and goes leaves nothing.
	rm -rf index2
	{
		echo '{"path":"a/ghost.md","name":"Ghost","id":"n0","tags":["g"],"links_out":["n1"],"status":"odd","body":"boo w1"}'
		cat records
		echo '{"path":"a/ghost.md","gone":true}'
	} >other
	run cx-index --search -o index2 other
	ok "vault $seed: what is gone leaves nothing" diff -r index index2
done

### the options

rm -rf index index2
run cx-index -o index records
ok 'without --search there is no search set' [ ! -e index/generations/current/words ]
is "$(jq -c .search index/meta.json)" null '... and none in meta.json'
run cx-index --search -o index records
ok 'then there is' [ -s index/generations/current/words ]
run cx-index -o index records
ok 'and again none, not even links' [ ! -L index/generations/current/words ]
run cx-index --search --commit index
status 2
err_lines 2
run cx-index --search -o index2 index/manifest.json
status 4 'records without body cannot be searched'
err_has 'cx-scan --body'
ok 'nothing was written' [ ! -e index2/current ]
CORTEX_CONFIG='{"rank":{"language":"klingon"}}' \
	run cx-index --search -o index2 records
ok 'a language without stemmer is refused' [ "$rc" -eq 2 ]
err_has klingon
echo '{"path":"big.md","name":"Big","problems":[{"line":1,"col":1,"code":"too-large","text":"t"}]}' >big
run cx-index --search -o index2 big
status 0 'an atom that was too large is there by its name'
is "$(cat index2/generations/current/postings)" 'big 00000000 1 0'
run cx-index --search -o empty </dev/null
status 0 'no atoms'
ok '... give empty files' [ ! -s empty/words ]

done_testing
