# vaults.awk: n random notes below out/whole, each of them also in one of k
# parts, out/s0 and so on, with links inside of these, copies in any, and logs
# of accesses; and q queries as cx-score --queries reads them.
function w(	r)
{
	r = rand()
	return V[int(r * r * r * nv) + 1]
}

function some(list,	v, count)
{
	count = split(list, v, " ")
	return v[int(rand() * count) + 1]
}

function day(month)
{
	return sprintf("2026-%02d-%02d", month, 1 + int(rand() * 14))
}

# The event of a note in both logs.
function used(	f, line)
{
	f = ".cortex/access/h-2026-04.ndjson"
	line = sprintf("{\"ts\":\"%sT%02d:00:00Z\",\"path\":\"%s\"," \
	    "\"source\":\"%s\"}", day(4), int(rand() * 24), path[i],
	    some("read search"))
	print line > (out "/whole/" f)
	print line > (out "/s" part[i] "/" f)
}

function save(text,	f, j)
{
	f = out "/whole/" path[i]
	printf "%s", text > f
	close(f)
	f = out "/s" part[i] "/" path[i]
	printf "%s", text > f
	close(f)
	for (j = rand() < .2 ? int(rand() * 5) : 0; j > 0; j--)
		used()
}

function atom(	t, j, to)
{
	t = "---\n"
	if (rand() < .9)
		t = t "name: " w() " " w() (rand() < .5 ? " " w() : "") \
		    (rand() < .3 ? "" : " " i) "\n"
	t = t "type: " some("rule insight incident decision") "\n"
	t = t "status: " some("active active active active open resolved " \
	    "superseded archived") "\n"
	t = t "updated: " day(1 + int(rand() * 4)) "\n"
	t = t "project: p" int(rand() * 3) "\ntags: [" w() ", " w() "]\n"
	if (rand() < .2)
		t = t "aliases: [" w() " " w() "]\n"
	if (rand() < .6)
		t = t "description: " w() " " w() " the " w() "\n"
	t = t "---\n\n" (rand() < .5 ? "# " w() " " w() "\n\n" : "")
	for (j = 3 + int(rand() * 60); j > 0; j--)
		t = t w() (rand() < .1 ? ".\n" : rand() < .1 ? " of the " : " ")
	if (rand() < .1)
		t = t "node.js and it's C++ x-ray\n"
	for (j = int(rand() * 4); j > 0; j--) {
		to = int(rand() * n) + 1
		if (part[to] == part[i])
			t = t "\n[[" substr(path[to], 1, length(path[to]) - 3) \
			    "]]"
	}
	return t (rand() < .3 ? "\n\n## " w() " " w() "\nWhat then?\n" : "\n")
}

function word(	r, x)
{
	r = rand()
	x = w()
	if (r < .06) return substr(x, 1, 3) "*"
	if (r < .09) return "-" x
	if (r < .12) return day(1 + int(rand() * 4))
	if (r < .15) return "march 2026"
	if (r < .18) return "\\\"" x " " w() "\\\""
	if (r < .20) return "tag:" x
	if (r < .22) return "node.js"
	if (r < .24) return "the"
	if (r < .26) return "it's"
	if (r < .28) return substr(x, 1, 2) "q" substr(x, 3)
	return x
}

BEGIN {
	srand(seed)
	nv = split("deploy risk cache queue booking release window incident " \
	    "session database retry load server switch freeze holiday " \
	    "engineer pipeline clock override user room hotel price " \
	    "mail hook webhook worker gateway browser request outage " \
	    "monday friday backup restore export night certificate " \
	    "renew upgrade group team meeting decision rule insight " \
	    "people call phone note memory agent search index word rank " \
	    "score link graph layer hot warm cold running runner runs " \
	    "deployed deploying cached caching linked naming tokens " \
	    "parser lexer grammar compiler linker loader kernel thread " \
	    "mutex signal socket stream buffer file path vault shard " \
	    "merge sync branch commit rebase ", V, " ")
	for (i = 1; i <= n; i++) {
		part[i] = int(rand() * k)
		path[i] = some("atoms rules") "/" some("a z") i ".md"
	}
	for (i = 1; i <= n; i++) {
		if (i > 1 && rand() < .05) {
			gsub(/\n\[\[[^]]*\]\]/, "", text)
			sub(/updated: [0-9-]*/, "updated: " day(4), text)
		} else {
			text = atom()
		}
		save(text)
	}
	for (i = 0; i < q; i++) {
		text = word()
		for (j = int(rand() * some("4 4 4 12")); j > 0; j--)
			text = text " " word()
		printf "{\"qid\":%d,\"query\":\"%s\"}\n", i, text > \
		    (out "/queries")
	}
}
