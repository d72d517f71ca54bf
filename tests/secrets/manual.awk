# manual.awk: the list of issuers in cx-secrets(5), out of lib/secret/secrets.def.
#
#	awk -f tests/secrets/manual.awk lib/secret/secrets.def
function field(n) # the nth quoted field; \" stands for itself in it
{
	return f[2 * n]
}
function form(s)
{
	gsub(/\001/, "\\(dq", s)
	return index(s, " ") ? "\"" s "\"" : s
}
function flush()
{
	if (issuer == "")
		return
	print ".It " issuer
	if (forms != "")
		print ".Ql " forms
	if (near != "")
		print "By itself after the word" (nears > 1 ? "s" : "") "\n.Ql " near
	print "(" source ")"
}
/^(ISSUER|WORD)\(/ {
	gsub(/\\"/, "\001")
	split($0, f, "\"")
	if (field(1) != issuer) {
		flush()
		issuer = field(1)
		forms = near = source = ""
		nears = 0
	}
	last = /^WORD/ ? field(5) : field(6)
	if (index("; " source "; ", "; " last "; ") == 0)
		source = source (source == "" ? "" : "; ") last
	if (/^WORD/) {
		near = near (nears++ ? " , " : "") form(field(3))
		next
	}
	# That a prefix goes before or after something is in the table.
	n = split(field(4), prefix, "|")
	for (i = 1; i <= n; i++)
		if (index(" " forms " ", " " form(prefix[i]) " ") == 0)
			forms = forms (forms == "" ? "" : " , ") form(prefix[i])
}
END { flush() }
