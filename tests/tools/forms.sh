#!/bin/sh
# forms.sh - the table of forms in cx-formats(5), of the files of tests/dialects
#
# forms.sh [DIRECTORY]
#
# Prints what stands in the manual between the lines ".\" forms" and
# ".\" end of forms".
set -eu
cd "${1:-$(dirname "$0")/../dialects}"
echo '.\" forms'
jq -rn '
def quoted: gsub("\\\\"; "\\e") | gsub("\""; "\\(dq") | gsub("^[.]"; "\\&.")
	| gsub("`"; "\\(ga") | gsub("\u0027"; "\\(aq") | gsub("-"; "\\-")
	| gsub("\\^"; "\\(ha") | gsub("~"; "\\(ti");
# The words that mdoc would take for marks or macros.
def word: if test("^([][().,:;?!|]|[A-Z][a-z])$") then "\\&" + . else . end;
[inputs.form | select(.)] | group_by(.of)
| sort_by(.[0].of as $k | ["links", "embeds", "tags", "dates",
	"front matter", "tasks", "mathematics"] | index($k))[]
| (".Pp", "\(.[0].of[:1] | ascii_upcase)\(.[0].of[1:]):",
	".Bl -tag -width Ds -compact",
	(sort_by(.written)[] | ".It Ql \(.written | quoted | split(" ") | map(word) | join(" "))",
		(.read + (if .tools == "" then "" else " (\(.tools))" end))),
	".El")
' ./*.json
echo '.\" end of forms'
