# maintain-tags.awk: groups of experiments that share tags.
#
# Input, tab-separated: e (experiment) or p (pattern), the number of the note,
# its project, and its tags; notes in order.  Project and tag are JSON
# strings, and are only compared and printed.  Output: [project, [numbers],
# [tags]], a line each.
#
# For every tag the largest group of three or more experiments that have it
# and another tag, where no pattern has both.  A vault may have as many groups
# as there are pairs of tags; this way a tag and an experiment meet once in
# what is printed.  Tags of the same experiments are one class, and are
# reported together.
BEGIN { FS = "\t" }

{
	note[$1, ++count[$1]] = $2
	for (f = 4; f <= NF; f++) {
		t = $3 FS $f
		if (!(t in id)) {
			id[t] = ++tags
			project[tags] = $3
			name[tags] = $f
		}
		t = id[t]
		tag[$2, f - 3] = t
		if ($1 == "e")
			on[t, ++uses[t]] = $2
	}
	tagged[$2] = NF - 3
}

# Classes: all tags begin in one, and each experiment splits those of which it
# has a part.
function classify(	i, e, k, t, was)
{
	for (i = 1; i <= count["e"]; i++) {
		e = note["e", i]
		for (k = 1; k <= tagged[e]; k++) {
			t = tag[e, k]
			was = class[t] + 0
			if (!((e, was) in half))
				half[e, was] = ++classes
			class[t] = half[e, was]
		}
	}
	for (t = 1; t <= tags; t++)
		if (uses[t] >= 3)
			member[class[t], ++size[class[t]]] = t
}

# The classes of a note: all of whose tags it has; within[] has them from
# first[e] to last[e], as numbers, which mawk finds fastest.
function gather(e,	k, c)
{
	first[e] = places + 1
	for (k = 1; k <= tagged[e]; k++) {
		c = class[tag[e, k]]
		if (size[c] && ++seen[e, c] == size[c])
			within[++places] = c
	}
	last[e] = places
}

function put(c, d,	i, k, t, comma)
{
	t = member[c, 1]
	printf "[%s,[", project[t]
	for (i = 1; i <= uses[t]; i++)
		if ((on[t, i], d) in seen) {
			printf "%s%s", comma, on[t, i]
			comma = ","
		}
	printf "],["
	comma = ""
	for (i = 0; i <= (c != d); i++) {
		for (k = 1; k <= size[i ? d : c]; k++) {
			printf "%s%s", comma, name[member[i ? d : c, k]]
			comma = ","
		}
	}
	print "]]"
}

function largest(c,	i, k, n, e, d, end, best)
{
	for (i = 1; i <= covers[c]; i++) {
		e = cover[c, i]
		for (k = first[e]; k <= last[e]; k++)
			covered[within[k]] = c
	}
	if (size[c] > 1 && covered[c] != c) {
		put(c, c)
		return
	}
	split("", with)
	for (i = 1; i <= uses[member[c, 1]]; i++) {
		e = on[member[c, 1], i]
		end = last[e]
		for (k = first[e]; k <= end; k++)
			with[within[k]]++
	}
	n = 3
	for (d in with) {
		d += 0
		if (d != c && covered[d] != c && (with[d] > n ||
		    (with[d] == n && (!best || d < best)))) {
			n = with[d]
			best = d
		}
	}
	if (best)
		put(c, best)
}

END {
	classify()
	for (i = 1; i <= count["e"]; i++)
		gather(note["e", i])
	for (i = 1; i <= count["p"]; i++) {
		p = note["p", i]
		gather(p)
		for (k = first[p]; k <= last[p]; k++)
			cover[within[k], ++covers[within[k]]] = p
	}
	for (t = 1; t <= tags; t++)
		if (uses[t] >= 3 && member[class[t], 1] == t)
			largest(class[t])
}
