# bookmarks: bookmarks of a browser: the HTML file that it exports
# reads: bookmarks
#
# The Netscape bookmark file, which all browsers write and Microsoft has
# described (MSDN, "Netscape Bookmark File Format"): DL lists of DT items, which
# are A (HREF, ADD_DATE in seconds, and from Firefox TAGS) or H3, the name of
# the list that follows; DD is a description.  An address that is in several
# places is one note.
include "import";

def note:
	(.[0].url) as $url
	| {id: ("url-" + ($url | sub("^[a-z]+://(www\\.)?"; "") | sub("/$"; "")
			| gsub("[^\\p{L}\\p{N}_.-]+"; "-") | .[:40] | sub("-$"; ""))
			+ "-" + ($url | hash)),
		name: (map(.title | select(. != "")) | .[0] // $url),
		default: "reference", trust: "external",
		created: (map(.created | select(. != "" and . != "0")) | .[0]),
		tags: (map((.folders[1:][] | strings), (.tags | split(",")[])
			| ascii_downcase | trim | select(. != "")) | unique),
		extra: {url: $url},
		body: "<\($url)>\n\(map(.text | select(. != "")) | unique
			| map("\n" + . + "\n") | join(""))"};
