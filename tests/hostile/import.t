#!/bin/sh
# import.t: exports whose texts look like what the readers say, in any place;
# and zips that are larger than they look.
. "$(dirname "$0")/../tap.sh"
need jq xsltproc

# All elements of HTML (html.spec.whatwg.org, indices), and words that libxml2,
# unzip and jq use when they give up.
elements='a abbr address area article aside audio b base bdi bdo blockquote body
br button canvas caption cite code col colgroup data datalist dd del details
dfn dialog div dl dt em embed fieldset figcaption figure footer form h1 h2 h3
h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li
link main map mark math menu meta meter nav noscript object ol optgroup option
output p picture pre progress q rp rt ruby s samp script search section select
slot small source span strong style sub summary sup svg table tbody td template
textarea tfoot th thead time title tr track u ul var video wbr'
words='An in-depth look: Excessive depth in document; parser error : nested too
deep; filename not matched; not XML'

# page ELEMENT N: HTML with the words in the element, and a text of its own
page()
{
	printf '<%s title="%s">%s</%s>\n<p>text of %s</p>\n' "$1" "$words" \
		"$words" "$1" "$2"
}
escaped()
{
	sed 's/&/\&amp;/g; s/</\&lt;/g; s/"/\&quot;/g'
}
n=0
for e in $elements; do
	n=$((n + 1))
	printf '<item><title>%s in depth</title><link>https://e.org/%s</link><description>%s</description></item>\n' \
		"$e" "$n" "$(page "$e" "$n" | escaped)"
done >items
all=$n
{
	echo '<rss version="2.0"><channel><title>T</title>'
	cat items
	echo '</channel></rss>'
} >f.xml
{
	echo '<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title>'
	sed 's,<item>,<entry>,; s,</item>,</entry>,; s,<link>\([^<]*\)</link>,<link href="\1"/>,
		s,<description>,<content type="html">,; s,</description>,</content>,' items
	echo '</feed>'
} >f.atom
# own TEXT: each record has its text, and that of no other
own()
{
	jq_of -s "$T/out" "[length, (map(select([.content
		| match(\"text of [0-9]+\"; \"g\").string]
		!= [\"text of \" + $1])) | length)]" "[$all,0]" "$2"
}
for f in f.xml f.atom; do
	run cx import rss $f
	status 0
	err_empty
	own '(.extra.url | split("/")[-1])' "$f: each entry has its own text"
done

### as in the report: the first of three

i()
{
	printf '<item><title>%s</title><link>https://e.org/%s</link><description>&lt;%s&gt;%s&lt;/%s&gt;</description></item>\n' \
		"$1" "$1" "$2" "$3" "$2"
}
{
	echo '<rss version="2.0"><channel><title>T</title>'
	i one article 'An in-depth look'
	i two p 'text of two'
	i three p 'text of three'
	echo '</channel></rss>'
} >three.xml
run cx import rss three.xml
jq_of -r "$T/out" '.content | split("\n")[2]' 'An in-depth look
text of two
text of three' 'an article in depth'

### what cannot be read is named, and the others are right

deep=$(jq -nr '"<div>" * 400 + "lost" + "</div>" * 400' | escaped)
{
	echo '<rss version="2.0"><channel><title>T</title>'
	for k in 1 2 3 4 5; do
		case $k in
		1 | 3 | 5) text=$deep ;;
		*) text=$(page section $k | escaped) ;;
		esac
		printf '<item><title>T%s</title><link>https://e.org/%s</link><description>%s</description></item>\n' \
			$k $k "$text"
	done
	echo '</channel></rss>'
} >some.xml
run cx import rss some.xml
status 3 'entries that are nested too deep'
jq_of -s "$T/out" 'map([.name, (.content | contains("text of"))])' \
	'[["T1",false],["T2",true],["T3",false],["T4",true],["T5",false]]' \
	'their notes have no text, and no other one'
for k in 1 3 5; do
	err_has "some.xml: record $k: its text cannot be read"
done
err_lines 3

### files of HTML

mkdir pages
n=0
for e in $elements; do
	n=$((n + 1))
	page "$e" "$n" >"pages/$n.html"
done
run cx import apple-notes pages
status 0
err_empty
own '(.extra.source_path | rtrimstr(".html"))' 'each file its own'
jq -nr '"<div>" * 400 + "lost"' >pages/5a.html
# More than a node of libxml2 can have: it stops without a word.
head -c 10500000 /dev/zero | tr '\0' a >pages/5b.html
echo '<p>end</p>' >>pages/5b.html
name="5c
d.html"
page p 9 >"pages/$name"
run cx import apple-notes pages
status 3
err_has '5a.html cannot be read'
err_has '5b.html cannot be read'
err_has 'has a newline in its name and is left out'
err_lines 3
own '(.extra.source_path | rtrimstr(".html"))' 'the others are right'

### Notion, bookmarks

mkdir n
hex=0123456789abcdef0123456789abcde
n=0
for t in 'In depth' 'Excessive depth' 'Other'; do
	n=$((n + 1))
	printf '<html><body><article id="x"><header><h1 class="page-title">%s</h1></header><div class="page-body"><figure>%s</figure></div></article></body></html>' \
		"$t" "$words" >"n/$t $hex$n.html"
done
run cx import notion n
status 0
err_empty
jq_of -s "$T/out" 'map(.name) | sort' '["Excessive depth","In depth","Other"]' \
	'pages of Notion in depth'
printf '<TITLE>B</TITLE>\n<DL><p>\n<DT><A HREF="https://e.org/1">R&D in depth</A>\n<DT><A HREF="https://e.org/2">Other</A>\n</DL>\n' >b.html
run cx import bookmarks b.html
status 0
err_empty
jq_of -s "$T/out" 'map(.name)' '["R&D in depth","Other"]' 'bookmarks in depth'

### JSON whose keys are what a reader says

printf '[{"uuid":"u","name":"depth limit","chat_messages":[{"nested too deep":{"depth limit":1},"sender":"human","text":"nested too deep: depth limit"}]}]' >c.json
run cx import claude c.json
status 0
err_empty
printf '[{"uuid":"u","nested too deep":"x"' >c.json
run cx import claude c.json
status 4
err_has 'c.json: is not JSON, or is cut short' 'a cut that says something else'

### zips: one limit, whatever is inside of what

if ! command -v unzip >/dev/null || ! command -v python3 >/dev/null; then
	skip 14 'zips in zips' 'no unzip or python3'
	done_testing
fi
python3 - <<'E'
import io, zipfile as z
def pack(members):
    b = io.BytesIO()
    with z.ZipFile(b, 'w', z.ZIP_DEFLATED) as f:
        for name, text in members:
            f.writestr(name, text)
    return b.getvalue()
def save(name, members):
    open(name, 'wb').write(pack(members))
page = b'# Page\n' + b'a line\n' * 1500
save('four.zip', [('z%d.zip' % i, pack([('p%d.md' % i, page)]))
                  for i in range(4)])
save('below.zip', [('in/side/z%d.zip' % i, pack([('p%d.md' % i, b'# P\n')]))
                   for i in range(2)])
save('pictures.zip', [('p.md', b'# P\n'), ('p.png', bytes(50000))])
save('members.zip', [('z%d.zip' % i, pack([('%d-%d.md' % (i, j), b'')
    for j in range(n)])) for i, n in enumerate([100, 199990])])
save('many.zip', [('z%d.zip' % i, b'PK') for i in range(1001)])
save('filename not matched.zip', [('warning: filename not matched.md',
    b'# M\n')])
E
CORTEX_UNPACK_MAX=30000
export CORTEX_UNPACK_MAX
run cx import notion four.zip
status 4 'zips in a zip that are too much together'
err_has 'four.zip: z2.zip: is too much to unpack: more than 30000 bytes'
out_empty
run cx import notion pictures.zip
status 0 'what is not unpacked does not count'
CORTEX_UNPACK_MAX=50000
run cx import notion four.zip
status 0 'the limit is what was set'
unset CORTEX_UNPACK_MAX
run cx import notion members.zip
status 4 'zips in a zip with too many members'
err_has 'members.zip: z1.zip: is too much to unpack: more than 200000 files'
run cx import notion many.zip
status 4
err_has 'more than 1000 zips'
run cx import notion below.zip
status 0 'zips in a folder of a zip'
is "$(wc -l <"$T/out" | tr -d ' ')" 2 'are unpacked, too'
run cx import notion 'filename not matched.zip'
status 0
is "$(wc -l <"$T/out" | tr -d ' ')" 1 'a name that looks like a warning'
file_empty "$T/err" 'and nothing is said'
run env CORTEX_UNPACK_MAX=x cx import notion below.zip
status 2
done_testing
