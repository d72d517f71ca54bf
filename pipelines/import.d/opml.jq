# opml: OPML: the feeds that a reader exports, or an outline
# reads: opml
#
# OPML 2.0 (opml.org/spec2.opml), by way of opml.xsl.  An outline element with
# an xmlUrl, or of the type link with a url, is a note as a bookmark is: the
# elements around it are tags, and category has more, as paths.  Other text,
# as outliners write it, is one note with a list.  text may have HTML in it.
include "import";

def stripped: gsub("<[^<>]*>"; "") | unentity | oneline;

def note:
	if .not then error("it is not \(.not)")
	elif .outline then
		{id: "opml-\(.title)-\(.created)", name: (.title | stripped),
			default: "reference", created: (.created | select(. != "") // null),
			updated: (.updated | select(. != "") // null),
			body: (.text | gsub("</?(b|strong)>"; "**") | gsub("</?(i|em)>"; "*")
				| gsub("<a href=\"(?<to>[^\"<>]*)\"[^<>]*>(?<text>[^<>]*)</a>";
					"[\(.text)](\(.to))") | unentity)}
	else
		{id: (.url | address_id), name: ([.title, .url | stripped
				| select(. != "")] | .[0]),
			default: "reference", trust: "external",
			created: (.created | select(. != "") // null),
			tags: ([.folders[1:][], (.tags | split(",")[] | split("/")[])
				| stripped | ascii_downcase | select(. != "")] | unique),
			extra: ({url, site} | with_entries(select(.value != ""))),
			body: ([.url, .site | select(. != "") | "<\(.)>\n"] + [.text
				| stripped | select(. != "") | "\n\(.)\n"] | join(""))}
	end;
