#!/bin/sh
# site-links.t: links from the root of a site, /dir/page/, as Hugo, Jekyll,
# Eleventy and Docusaurus have them: what they mean, how they follow a move,
# which are stale.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
need jq git

CORTEX_NOW=2026-04-15
export CORTEX_NOW

vault() # NAME: a new one, entered
{
	cd "$T/w" && mkdir "$1" && cd "$1" || exit 99
	git init -q .
	: >cortex.toml
}
# moved OLD NEW FILE LINE TEXT: what that line of FILE is after the move; then
# it is taken back
moved()
{
	git add -A
	run cx move "$1" "$2"
	status 0
	is "$(sed -n "$4p" "$3")" "$5" "after cx move $1 $2"
	cx check --rule broken-link,ambiguous-link --format lines |
		grep -v index-stale >"$T/found"
	same "$T/before" "$T/found" 'no finding comes or goes'
	cx undo >"$T/undo" 2>&1
	ok 'undo takes it back' git diff --quiet
}
before()
{
	cx check --rule broken-link,ambiguous-link --format lines |
		grep -v index-stale >"$T/before"
}

### Hugo: content/, or content/LANGUAGE/

for root in content content/en; do
	vault "hugo $(basename "$root")"
	mkdir -p $root/guide/more $root/config content/de/guide
	echo '# F' | tee content/de/guide/front-matter.md \
		>$root/guide/front-matter.md
	echo '# M' >$root/guide/more/_index.md
	: >$root/guide/p.png
	put $root/config/page.md <<'END'
[x](/guide/front-matter/) [y](/guide/front-matter#f) [m](/guide/more/) ![p](/guide/p.png)

[g]: /guide/front-matter/ "title"
END
	cx rebuild
	run cx links --json
	jq_is 'select(.target | startswith("/guide/front")) | .to' \
		"\"$root/guide/front-matter.md\"
\"$root/guide/front-matter.md\"" "the site of the page has the page ($root)"
	rm -rf index .cortex
	before
	page=$root/config/page.md
	moved $root/guide/ $root/manual/ $page 1 \
		'[x](/manual/front-matter/) [y](/manual/front-matter#f) [m](/manual/more/) ![p](/manual/p.png)'
	moved $root/guide/front-matter.md $root/guide/meta.md $page 1 \
		'[x](/guide/meta/) [y](/guide/meta#f) [m](/guide/more/) ![p](/guide/p.png)'
	moved $root/guide/front-matter.md $root/guide/meta.md $page 3 \
		'[g]: /guide/meta/ "title"'
	moved $root/guide/front-matter.md $root/deep/guide/front-matter.md \
		$page 1 \
		'[x](/deep/guide/front-matter/) [y](/deep/guide/front-matter#f) [m](/guide/more/) ![p](/guide/p.png)'
	moved $root/guide/front-matter.md $root/top.md $page 3 \
		'[g]: /top/ "title"'
	moved $root/config/page.md $root/else/where/page.md \
		$root/else/where/page.md 3 '[g]: /guide/front-matter/ "title"'
done

### Jekyll, Eleventy, Docusaurus

vault others
mkdir -p _docs/guide src/blog docs/api
echo '# G' >_docs/guide/start.md
echo '# B' >src/blog/first.md
echo '# A' >docs/api/call.md
echo '# R' >about.md
echo '[a](/guide/start/) [b](/blog/first/) [c](/docs/api/call) [d](/about/) [e](/api/call/)' >index.md
before
moved _docs/guide/ _docs/manual/ index.md 1 \
	'[a](/manual/start/) [b](/blog/first/) [c](/docs/api/call) [d](/about/) [e](/api/call/)'
moved src/blog/first.md src/blog/second.md index.md 1 \
	'[a](/guide/start/) [b](/blog/second/) [c](/docs/api/call) [d](/about/) [e](/api/call/)'
moved docs/api/ docs/ref/ index.md 1 \
	'[a](/guide/start/) [b](/blog/first/) [c](/docs/ref/call) [d](/about/) [e](/ref/call/)'
moved about.md us.md index.md 1 \
	'[a](/guide/start/) [b](/blog/first/) [c](/docs/api/call) [d](/us/) [e](/api/call/)'

### stale, or of another site of the host

vault stale
mkdir -p content/guide content/config/2015
echo '# P' >content/config/2015/0102-another.md
echo '# F' >content/guide/front-matter.md
echo '# O' >content/config/other.md
cat >content/config/page.md <<'END'
[gone](/guide/gone/)
[deeper](/guide/was/front-matter/)
[elsewhere in the site](/config/front-matter/)
[picture](/guide/gone.png)
[of the host](/dotnet/api/System.Console.WriteLine)
[versions](/previous-versions/ms123(v=ws.10))
[posts](/2015/01/02/other/)
[root](/gone/)
![of the host](/dotnet/media/x.png)
END
echo '[from the root](/guide/gone/) [as Hugo](/guide/front-matter/)' >README.md
run cx check --rule broken-link,ambiguous-link --format lines
is "$(grep -o '^[^ ]*md:[0-9]*' "$T/out")" 'README.md:1
content/config/page.md:1
content/config/page.md:2
content/config/page.md:3
content/config/page.md:4
content/config/page.md:8' 'a page that a folder of the site lacks is missing'
cx rebuild
run cx links --broken
jq_of -rs "$T/out" 'map(.target) | unique[]' '/config/front-matter/
/gone/
/guide/gone.png
/guide/gone/
/guide/was/front-matter/' 'cx links agrees'
run cx backlinks content/guide/front-matter.md
out_is "$(grep '^README' "$T/out")" \
	'another page of the same last part is not what they mean'
mv content/guide/front-matter.md content/guide/meta.md
run cx check --rule broken-link --format lines README.md
out_has "called '/guide/front-matter/'" 'after mv(1) the link is stale'
### ref, relref, link, post_url

vault refs
mkdir posts _posts
printf -- '---\ntitle: The Bee\n---\n\nHoney.\n\n## The hive\n' >posts/b.md
echo x >_posts/2020-01-02-day.md
echo x >s.md
put a.md <<'END'
[1]({{< ref "posts/b.md" >}}) [2]({{% relref "b" %}}) [3]({{<ref b>}})
[4]({{< relref path="/posts/b.md#the-hive" lang="en" >}}) [5]({{% ref "b.md#the-hive" %}})
[6]({% link posts/b.md %}) [7]({%- link posts/b.md -%}) {{< ref `b` >}} <a href="{{< ref "b" >}}">x</a>
[8]: {{< relref "b.md" >}}
[9]({% post_url 2020-01-02-day %}) [10]({% link _posts/2020-01-02-day.md %}) {% post_url _posts/2020-01-02-day %}

Not links: `{{< ref "b" >}}` {{</* ref "b" */>}} {{< ref "#b" >}} {{< figure "b" >}} {{< ref "b" {% linked b %} {% link {{ b }} %} [s]({{ site.url }}/b)
Nor: [u]({% link "https://e.org/b" %}) {% link 'https://e.org/b' %} {{< ref "https://e.org/b" >}}

~~~
{{< ref "b" >}}
~~~
END
put gone.md <<'END'
[g]({{< ref "posts/b.md#no" >}}) [g]({{< relref "nowhere" >}}) [g]({% link nowhere.md %})
END
cp a.md "$T/a.md"
run cx check --format lines
is "$(grep -o '^[ag][^ ]* [^ ]* [^ ]*' "$T/out")" \
	'gone.md:1:5: warning: missing-heading
gone.md:1:38: warning: broken-link
gone.md:1:68: warning: broken-link' 'one that leads nowhere is found, others are not'
cx rebuild
run cx links --json
jq_of -rs "$T/out" 'map(select(.path == "a.md")) | group_by(.to)[]
	| "\(.[0].to) \(length)"' 'null 1
_posts/2020-01-02-day.md 3
posts/b.md 10' 'they are links'
run cx backlinks posts/b.md
ok 'that lead back' grep -q '^a.md' "$T/out"
run cx move posts/b.md posts/bee.md
status 0
sed -e '1,4{s/"b"/"bee"/g;s/b\.md/bee.md/g;s/ref b>/ref bee>/;s/`b`/`bee`/;}' \
	"$T/a.md" >"$T/want"
same "$T/want" a.md 'they follow a note, and nothing else changes'
run cx undo
same "$T/a.md" a.md 'and back'
run cx move posts/ blog/
status 0
sed 's|posts/b.md|blog/b.md|g' "$T/a.md" >"$T/want"
same "$T/want" a.md 'they follow a folder'
run cx undo
run cx move _posts/2020-01-02-day.md _posts/2020-01-03-day.md
sed 's/01-02-day/01-03-day/' "$T/a.md" | sed 's/01-02-day/01-03-day/' |
	sed 's/01-02-day/01-03-day/' >"$T/want"
same "$T/want" a.md 'and those to posts'
run cx undo
run cx move --heading posts/b.md 'The hive' 'A new hive'
sed 's/#the-hive/#a-new-hive/g' "$T/a.md" >"$T/want"
same "$T/want" a.md 'and a heading'
run cx undo
same "$T/a.md" a.md 'undo takes that back'

# Where the site is a folder of the vault they count from there, and in the
# attributes of HTML they are links, too.
vault below
mkdir -p docs/_docs docs/_guides content/posts
echo x >docs/_docs/index.md
echo x >docs/_docs/install.md
echo x >docs/start.md
echo x >content/posts/b.md
put docs/_guides/a.md <<'END'
<p>
  <a href="{% link _docs/index.md %}">i</a> <a href='{{ site.url }}{% link _docs/index.md %}'>i</a>
</p>

[q]({% link _docs/install.md %}) <a href="{% link start.md %}">s</a>
END
put content/c.md <<'END'
[b]({{< ref "posts/b.md" >}}) <a href='{{< relref "posts/b.md" >}}'>b</a> [n]({{% ref "b.md" %}})
END
cp docs/_guides/a.md "$T/a.md"
cp content/c.md "$T/c.md"
while read -r from to note edit; do
	run cx move "$from" "$to"
	status 0 "$from to $to"
	sed "$edit" "$T/${note##*/}" >"$T/want"
	same "$T/want" "$note" "... $edit"
	run cx undo
done <<'END'
docs/_docs/index.md docs/_docs/a/b.md docs/_guides/a.md s|_docs/index.md|_docs/a/b.md|g
docs/_docs/install.md docs/install.md docs/_guides/a.md s|_docs/install.md|install.md|
docs/start.md docs/_docs/go.md docs/_guides/a.md s|start.md|_docs/go.md|
docs/_docs/ docs/_pages/ docs/_guides/a.md s|_docs|_pages|g
content/posts/b.md content/posts/2024/bee.md content/c.md s|posts/b.md|posts/2024/bee.md|g;s|"b.md|"bee.md|
END

# What a host, or a program that makes a site, knows besides the notes.
vault hosted
mkdir -p client/19 content/tags content/posts archetypes
echo x >client/19/x.md
echo x >content/tags/seed.md
printf '[[redirects]]\n  from = "/client/latest/*"\n  to = "/client/19/:splat"\n' >netlify.toml
printf '# old\n/client/older/* /client/19/:splat 301\n/client/one  /x\n/client/by/:id /x\n' >_redirects
put content/posts/a.md <<'END'
[a](/client/latest/x/) [b](/client/older/x/) [c](/client/one/) [d](/client/by/9)
[t](/tags/CPSC317) [t](/categories/a/)
[1](/client/old/x/) [2](/client/one/two/) [3](/client/lates/)
END
printf -- '---\nlayout: redirect\n---\n' >content/posts/gone.md
printf -- '---\nredirect_to: /x/\n---\n' >content/posts/away.md
mkdir content/notes
echo x >content/notes/there.md
printf -- '---\nredirect_from: /x/\n---\n' >content/posts/here.md
put content/posts/b.md <<'END'
[g](gone.md#there) [a](away.md#there) [h](here.md#there)
[s](/posts/here/#none) [r](here.md#tag/x) [n](/there/#none)
END
put content/posts/tabs.md <<'END'
## Logo

=== ":octicons-image-16: Image"

    text

=== "Icon, bundled"

    [l](#logo-image) [l](#logo-icon-bundled) [l](#icon-bundled) [l](#logo-none) [l](#logo)
END
printf '+++\ntitle = "{{ .Name }}"\n[menu]\n  identifier = IDENTIFIER\n+++\n' \
	>archetypes/default.md
put content/posts/code.md <<'END'
{% highlight diff %}
{% raw %}
- {{ site.baseurl }}/{% post_url 2018-03-20-hello %} [[nobody]]
{% endraw %}
{% endhighlight %}
{{< highlight go >}} [[nothing]] {{< /highlight >}}
{% raw %} {% link nowhere.md %} [x](gone-too.md) {% endraw %} [y](lost.md)

<script>
MathJax = {inlineMath: [["a", "b"]], x: [[c]]};
</script>

{% highlight %} [[open]]
END
run cx check --format lines
is "$(sed -n 's/: warning//p' "$T/out" | sed "s/ [^']*'/ '/")" \
	"content/posts/a.md:3:1: '/client/old/x/'; did you mean client/19/x.md?
content/posts/a.md:3:21: '/client/one/two/'
content/posts/a.md:3:43: '/client/lates/'
content/posts/b.md:1:39: 'there'
content/posts/b.md:2:1: 'none'
content/posts/code.md:7:33: './gone-too.md'
content/posts/code.md:7:63: './lost.md'
content/posts/code.md:13:17: 'open' yet
content/posts/tabs.md:9:65: 'logo-none'" \
	'redirects, tags, pages that send on, tabs, code and templates of sites'
done_testing
