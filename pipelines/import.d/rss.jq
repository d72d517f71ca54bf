# rss: a feed: RSS or Atom
# reads: feed
#
# RSS 2.0 (rssboard.org/rss-specification), RSS 1.0 and Atom (RFC 4287), by way
# of feed.xsl.  An entry is what its guid or id says, else its address.
include "import";

def note:
	if .not then error("it is not \(.not)") else . end
	| (if .id != "" then .id else .url end) as $id
	| if $id == "" then error("it has neither an id nor an address") else . end
	# Where a link is seen from is the address of the entry.
	| (.url | match("^[a-z]+://[^/?#]+").string // "") as $site
	| (.url | sub("[?#].*$"; "") | sub("[^/]*$"; "")) as $dir
	| (.text // .html // "" | tidy
		| if $site == "" then . else
			gsub("\\]\\((?<to>(?![a-zA-Z][a-zA-Z0-9+.-]*:)[^)#\\s][^)\\s]*)\\)";
				"](" + (if .to | startswith("//") then "https:" + .to
					elif .to | startswith("/") then $site + .to
					else $dir + .to end) + ")") end) as $text
	| (.unread == true) as $unread
	| {id: ("rss-" + ($id | sub("^[a-z]+://(www\\.)?"; "")
			| gsub("[^\\p{L}\\p{N}_.-]+"; "-") | .[:40] | sub("-$"; ""))
			+ "-" + ($id | hash)),
		name: (if .title != "" then .title | unentity else ($text
			| split("\n") | map(select(. != "")) | .[0] // $id | .[:80]) end),
		default: "reference", trust: "external",
		created: (.created | select(. != "") // null),
		updated: (.updated | select(. != "") // null),
		tags: [.tags[1:][] | select(. != "")],
		extra: ({url, author, feed, enclosure} | with_entries(select(.value != ""))),
		body: ([.url, .enclosure | select(. != "") | "<\(.)>\n\n"] | join("")
			+ $text)},
	(select($unread) | error("its text cannot be read as HTML; the note has none"));
