# recall.sh: records with texts, for the tests of --rank recall; after tap.sh.
# shellcheck shell=sh

TOOLS=$SRC/tests/tools
export TOOLS

recall() { cx-score --rank recall --top 0 "$@"; }

# text PATH TEXT [TAGS [UPDATED [STATUS [LINKS]]]]: a record; its name is
# empty, so that the text is all
text()
{
	case $1$2 in
	*\"* | *\\* | *[[:cntrl:]]*) ;;
	*)
		printf '{"path":"%s","id":null,"name":"","type":"insight",' "$1"
		printf '"project":"unknown","status":"%s",' "${5:-active}"
		printf '"created":null,"updated":"%s",' "${4-2020-01-01}"
		printf '"tags":%s,"description":"","lines":1,' "${3:-[]}"
		printf '"size_bytes":1,"links_out":%s,"body":"%s"}\n' \
			"${6:-[]}" "$2"
		return
		;;
	esac
	jq -cn --arg p "$1" --arg b "$2" --argjson t "${3:-[]}" \
		--arg u "${4-2020-01-01}" --arg s "${5:-active}" \
		--argjson l "${6:-[]}" '{path: $p, id: null, name: "",
		type: "insight", project: "unknown", status: $s,
		created: null, updated: $u, tags: $t, description: "",
		lines: 1, size_bytes: 1, links_out: $l, body: $b}'
}

# many N FORMAT TEXT [LINKS]: N records like that, @ in FORMAT is 0, 1, 2 ...
many()
{
	text "$2" "$3" '[]' '' active "${4:-[]}" | jq -c --argjson n "$1" \
		'range($n) as $i | .path |= sub("@"; $i | tostring)'
}

# pad N: N atoms of one other word each, each in a folder of its own
pad() { many "$1" pad@/p.md filler; }
