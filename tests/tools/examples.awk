# examples.awk: writes each literal block of the EXAMPLES of an mdoc page to
# a file DIR/NN, as the shell is to see it.  -v dir=DIR
# Ends with 1 for an escape that is not known here, or an empty page.
/^\.Sh / { on = $0 == ".Sh EXAMPLES" }
on && /^\.Bd -literal/ { file = sprintf("%s/%02d", dir, ++n); next }
/^\.Ed/ { if (file) close(file); file = ""; next }
file {
	gsub(/\\&/, "")
	gsub(/\\\(dq/, "\"")
	gsub(/\\\(aq/, "\047")
	gsub(/\\-/, "-")
	rest = $0
	gsub(/\\e/, "", rest)
	if (rest ~ /\\/) {
		print FILENAME ":" FNR ": unknown escape: " $0 >"/dev/stderr"
		bad = 1
	}
	gsub(/\\e/, "\\")
	print >file
}
END { exit bad || !n }
