# bookmarks: bookmarks of a browser: the HTML file that it exports
# reads: bookmarks
#
# The Netscape bookmark file, which all browsers write and Microsoft has
# described (MSDN, "Netscape Bookmark File Format"): DL lists of DT items, which
# are A (HREF, ADD_DATE and LAST_MODIFIED in seconds, and from Firefox and
# Pinboard TAGS) or H3, the name of the list that follows; DD is a description.
# Pocket has LI for DT, and TIME_ADDED.  An address that is in several places
# is one note.
include "import";

def note:
	(.[0].url) as $url
	| {id: ($url | address_id),
		name: (map(.title | select(. != "")) | .[0] // $url),
		default: "reference", trust: "external",
		created: (map(.created | select(. != "" and . != "0")) | .[0]),
		updated: (map(.updated | select(. != "" and . != "0")) | max),
		tags: (map((.folders[1:][] | strings), (.tags | split(",")[])
			| ascii_downcase | trim | select(. != "")) | unique),
		extra: {url: $url},
		body: "<\($url)>\n\(map(.text | select(. != "")) | unique
			| map("\n" + . + "\n") | join(""))"};
