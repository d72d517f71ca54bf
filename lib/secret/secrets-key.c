/* Finds values assigned to a word such as `password`, as people write it. */
#include "lib/secret/secrets-impl.h"

#define VALUE_MIN 8

const char cx_secret_any_key[] = "key";

size_t
cx_secret_skip(struct cx_str text, size_t at, const char *set, size_t most)
{
	for (size_t n = 0; n < most && at < text.len &&
	    cx_secret_one_of(text.s[at], set); n++)
		at++;
	return at;
}

/* Whether the word stands in the `most` bytes before `at`, on its line. */
static bool
before(struct cx_str text, size_t at, size_t most, const char *word)
{
	for (size_t i = at; i > 0 && at - i < most && text.s[i - 1] != '\n';
	    i--)
		if (cx_secret_word_at(text, i - 1, word))
			return true;
	return false;
}

/* --- values --- */

/* ";Encrypt=true", "&from=2026": the value before it has ended. */
static bool
next_pair(struct cx_str text, size_t at)
{
	size_t end;

	if (text.s[at] != ';' && text.s[at] != '&')
		return false;
	at = cx_secret_skip(text, at + 1, " ", 1);
	end = cx_secret_run(text, at, CX_WORD | CX_DASH);
	while (end < text.len && text.s[end] == ' ' && end - at < 24)
		end = cx_secret_run(text, end + 1, CX_WORD);
	return end > at && end - at < 32 && end < text.len &&
	    text.s[end] == '=';
}

/* A closing quotation mark, or letters of a script that needs no blank before
 * them. */
static bool
sentence_goes_on(struct cx_str text, size_t at)
{
	unsigned char c = (unsigned char)text.s[at], next;

	if (c < 0x80 || at + 1 == text.len)
		return false;
	next = (unsigned char)text.s[at + 1];
	return (c == 0xC2 && (next == 0xAB || next == 0xBB)) ||
	    (c == 0xE2 && next == 0x80) || c == 0xE0 || (c >= 0xE3 &&
	    c <= 0xED);
}

/* The end of the value at `at`, at most CX_SECRET_LOOK on unless whole. */
static size_t
value_end(struct cx_str text, size_t at, char quote, bool whole)
{
	size_t i = at;

	for (; i < text.len && (whole || i - at < CX_SECRET_LOOK); i++) {
		char c = text.s[i];

		if (c == '\n' || c == '\r' || c == quote)
			break;
		if (!quote && (cx_is_blank(c) ||
		    cx_secret_one_of(c, "\"'`,") || next_pair(text, i)))
			break;
		if (c == '<' && i > at && i + 1 < text.len &&
		    text.s[i + 1] == '/')
			break;
		if (!quote && sentence_goes_on(text, i))
			break;
	}
	if (quote) {
		if (i > at && i < text.len && text.s[i - 1] == '\\')
			i--;
		return i;
	}
	while (i > at && (cx_secret_one_of(text.s[i - 1], ".;:)]}>\\") ||
	    (i > at + 1 && text.s[i - 1] == '*' && text.s[i - 2] == '*')))
		i -= text.s[i - 1] == '*' ? 2 : 1;
	return i;
}

/* Characters of keys as they are written: hexadecimal, base64 and its
 * kinds. */
static bool
keyed(struct cx_str s)
{
	static const char *const known[] = {"sha1", "sha2", "sha3", "sha5",
	    "md5", "ssh-", "ecdsa-", "sk-ssh", "aaaab3nza", "aaaac3nza",
	    "aaaae2vjz", "miibij", "migfma", "mfkwew", "mcowbq", "xpub",
	    "ls0tls1crudjtibqvuj", "ls0tls1crudjtibdrvj", "age1", "npub1",
	    "arn:", "urn:", "projects/", "rwq" /* minisign */};
	static const char *const marks[] = {"base64:", "hex:", "0x"};
	size_t longest = 0, groups = 0, group = 0;
	const struct cx_str given = s;
	bool even = true;

	for (size_t k = 0; k < sizeof marks / sizeof *marks; k++)
		if (cx_secret_word_at(s, 0, marks[k]))
			s = cx_str_from(s, strlen(marks[k]));
	for (size_t k = 0; k < sizeof known / sizeof *known; k++)
		if (cx_secret_word_at(s, 0, known[k]))
			return false;
	/* 0x and 16 digits are the number of an OpenPGP key. */
	if (s.len < 16 || (s.len < 32 && given.len == s.len + 2) ||
	    cx_secret_match(s, 0, "u"))
		return false;
	/* No path ends with padding. */
	if (!cx_secret_strong(cx_str_from(s,
	    s.s[0] == '/' && s.s[s.len - 1] == '=')))
		return false;
	/* Parts of a name are shorter, unless all are as long. */
	for (size_t i = 0; i < s.len; i++) {
		size_t end = cx_secret_run(s, i, CX_ALNUM);

		if (end == i) {
			/* A point: Crypto.Ed25519PrivateKey */
			if (!cx_secret_one_of(s.s[i], "+/=-_~:"))
				return false;
			continue;
		}
		even = even && (!groups || end - i == group) && end - i >= 4 &&
		    end - i <= 8;
		group = end - i;
		groups++;
		longest = group > longest ? group : longest;
		i = end - 1;
	}
	/* llmcache:115049a2...: where it is */
	even = even && groups >= 4;
	return even || (longest >= 10 && !memchr(s.s, ':', s.len));
}

/* Whether base64 hides what nobody would call a secret: of "user:password",
 * as Basic has it (RFC 7617), the second. */
static bool
hides_nothing(struct cx_str s)
{
	char room[CX_SECRET_ROOM];
	struct cx_str plain = cx_secret_decoded(s, room), user = {NULL, 0};

	if (memchr(plain.s, ':', plain.len))
		cx_str_split(&plain, ':', &user);
	/* A decoded $apr1$... is a hash, not a variable. */
	if (!plain.len)
		return user.len > 0;
	return (cx_secret_class(plain.s[0]) & CX_WORD) &&
	    (cx_secret_placeholder(plain) ||
	    cx_secret_sample(plain) || cx_secret_plain(plain));
}

/* "pageScrollX=0", "--dbname=template1": a setting of something else. */
static bool
sets_other(struct cx_str s)
{
	struct cx_str name;

	return memchr(s.s, '=', s.len) && cx_str_split(&s, '=', &name) &&
	    (cx_secret_run(name, 0, CX_LETTER) == name.len ||
	    memchr(name.s, '_', name.len)) && cx_secret_plain(name) &&
	    (s.len < 4 || cx_secret_plain(s));
}

static bool
judged(struct cx_str s, enum cx_secret_judge judge, bool password)
{
	if (s.len < VALUE_MIN || cx_secret_placeholder(s) ||
	    cx_secret_sample(s) || hides_nothing(s) || sets_other(s))
		return false;
	if (password && judge != BESIDE && cx_secret_phrase(s))
		return true;
	switch (judge) {
	case ASSIGNED:
		/* etcd-cluster-0 */
		return !cx_secret_plain(s) && (password ||
		    (!memchr(s.s, '-', s.len) && !memchr(s.s, '_', s.len)) ||
		    !cx_secret_numbered(s));
	case SAID:
		return cx_secret_strong(s) || (password && cx_secret_human(s));
	case KEYED:
		return keyed(s);
	case BESIDE:
		return (cx_secret_strong(s) ||
		    (password && cx_secret_human(s))) &&
		    !memchr(s.s, ' ', s.len) && !cx_str_has(s, CX_STR("://"));
	}
	return false;
}

/* What is encrypted, so that all may see it: as SOPS and eyaml, Jasypt and
 * Vault write it, and what kubeseal puts below encryptedData. */
bool
cx_secret_encrypted(struct cx_str text, size_t at)
{
	static const char *const marks[] = {"ENC[", "ENC(", "vault:v"};
	const size_t least = 200, far = (size_t)128 * CX_SECRET_LOOK,
	    from = at > far ? at - far : 0;
	const struct cx_str s = cx_str_from(text, at),
	    above = CX_STR("encryptedData:");

	for (size_t k = 0; k < sizeof marks / sizeof *marks; k++)
		if (cx_str_starts(s, cx_str(marks[k])))
			return true;
	return cx_str_starts(s, CX_STR("Ag")) &&
	    cx_secret_run(cx_strn(s.s, s.len < least ? s.len : least), 0,
	    CX_ALNUM | CX_BASE64) == least &&
	    memmem(text.s + from, at - from, above.s, above.len);
}

/* "a1b2 c3d4 e5f6 ...": hexadecimal digits in groups of the same length, 16 or
 * more; the end of the last, or 0. */
static size_t
grouped(struct cx_str text, size_t at)
{
	size_t group = 0, n = 0, i = at, end = 0, digits = 0;
	char sep = '\0';

	while (i < text.len && i - at < CX_SECRET_LOOK) {
		size_t to = cx_secret_run(text, i,
		    CX_LOWHEX | CX_UPHEX | CX_DIGIT);

		if (to == i || to - i < 2 || to - i > 8 ||
		    (group && to - i != group) ||
		    cx_secret_run(text, to, CX_WORD) > to)
			break;
		group = to - i;
		n += group;
		while (i < to)
			digits += cx_secret_class(text.s[i++]) == CX_DIGIT;
		end = to;
		if (i == text.len || !cx_secret_one_of(text.s[i], " :-") ||
		    (sep && text.s[i] != sep))
			break;
		sep = text.s[i++];
	}
	return n >= 16 && n > group && digits >= 4 && digits < n ? end : 0;
}

bool
cx_secret_value(struct cx_str text, size_t at, const char *kind,
    enum cx_secret_judge judge, struct cx_secret *out)
{
	bool password = strcmp(kind, "password") == 0;
	char quote = '\0';
	size_t end, outer;

	end = cx_secret_skip(text, at, " \t`", 8);
	at = cx_secret_skip(text, at, " \t*`", 8);
	/* "password=*** image": stars that are not marks of Markdown */
	if (at > end + 3 && memcmp(text.s + end, "***", 3) == 0 &&
	    cx_is_blank(text.s[at - 1]))
		return false;
	if (at + 3 < text.len && (unsigned char)text.s[at] >= 0xC2 &&
	    sentence_goes_on(text, at))
		at += (unsigned char)text.s[at] == 0xC2 ? 2 : 3;
	if (at + 1 < text.len && text.s[at] == '\\' &&
	    cx_secret_one_of(text.s[at + 1], "\"'"))
		at++;
	/* b'x' of Python, []byte("x") of Go */
	if (cx_secret_word_at(text, at, "[]byte("))
		at += 7;
	else if (at + 1 < text.len && cx_secret_one_of(text.s[at], "bru@") &&
	    cx_secret_one_of(text.s[at + 1], "\"'"))
		at++;
	if (at < text.len && cx_secret_one_of(text.s[at], "\"'"))
		quote = text.s[at++];
	/* '"x"' */
	for (outer = 0; quote && outer < 2 && at + 1 < text.len &&
	    text.s[at] != quote && cx_secret_one_of(text.s[at], "\"'"); outer++)
		quote = text.s[at++];
	/* `"token: " & label = "x"`, `password='" + x`: the quote has closed
	 * what was before. */
	if ((quote && at < text.len && (cx_is_blank(text.s[at]) ||
	    (outer && cx_secret_one_of(text.s[at], ".+")))) ||
	    cx_secret_encrypted(text, at))
		return false;
	if (judge == KEYED && (end = grouped(text, at)) != 0)
		return cx_secret_found(out, kind, at, end);
	end = value_end(text, at, quote, false);
	if ((outer && cx_secret_skip(text, end, "\"'", 2) < end + 2) ||
	    !judged(cx_strn(text.s + at, end - at), judge, password))
		return false;
	return cx_secret_found(out, kind, at, value_end(text, at, quote, true));
}

/* --- what leads to them --- */

/* secret_key, secretAccessKey, SECRET_KEY_BASE, password2 */
static size_t
name_end(struct cx_str text, size_t at)
{
	static const char *const parts[] = {"access", "key", "base", "value"};

	for (int n = 0; n < 3; n++) {
		size_t i = cx_secret_skip(text, at, "-_ ", 1), from = at;

		for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
			if (cx_secret_word_at(text, i, parts[k]))
				at = i + strlen(parts[k]);
		if (at == from)
			break;
	}
	/* "Unseal Key 1:" */
	if (at + 2 < text.len && text.s[at] == ' ' &&
	    cx_secret_class(text.s[at + 1]) == CX_DIGIT &&
	    text.s[at + 2] == ':')
		return at + 2;
	return cx_secret_skip(text, at, "0123456789", 2);
}

/* `"DB_PASSWORD", "value": x`, `key="DbPassword" value="x"`, the same over two
 * lines, and `variable "db_password" { default = x`, also when others are
 * between: the place after the sign, or 0. */
static size_t
value_member(struct cx_str text, size_t at)
{
	const size_t last = at + 2 * CX_SECRET_LOOK;
	size_t i = cx_secret_skip(text, at, "\"'", 1);
	const bool quoted = i > at;

	i = cx_secret_skip(text, i, ",", 1);
	for (;;) {
		const size_t from = i;

		i = cx_secret_skip(text, i, " \t\r\n{", 40);
		i = cx_secret_skip(text, i, "\"'", 1);
		if (i == from || i >= text.len || i > last)
			return 0;
		if (cx_secret_word_at(text, i, "value"))
			at = i + 5;
		else if (cx_secret_word_at(text, i, "default"))
			at = i + 7;
		else
			at = 0;
		at = at ? cx_secret_skip(text, at, "\"' ", 2) : 0;
		if (at && at < text.len && cx_secret_one_of(text.s[at], ":="))
			return at + 1;
		/* Another name, and what it has. */
		at = cx_secret_skip(text, cx_secret_run(text, i, CX_WORD),
		    "\"' ", 20);
		if (at == i || at >= text.len ||
		    !cx_secret_one_of(text.s[at], ":="))
			return 0;
		while (at < text.len && !cx_secret_one_of(text.s[at],
		    quoted ? ",\n}" : "\n}"))
			at++;
		if (at >= text.len || text.s[at] == '}')
			return 0;
		i = at + (text.s[at] == ',');
	}
}

/* `'DB_PASSWORD', 'x'`: arguments of a function. */
static size_t
next_argument(struct cx_str text, size_t at)
{
	size_t i = cx_secret_skip(text, at, "\"'", 1);

	if (i == at || i == text.len || text.s[i] != ',')
		return 0;
	i = cx_secret_skip(text, i + 1, " ", 2);
	return i < text.len && cx_secret_one_of(text.s[i], "\"'") ? i : 0;
}

bool
cx_secret_assigns(struct cx_str text, size_t at)
{
	at = cx_secret_run(text, at, CX_WORD | CX_DASH | CX_DOT);
	return at + 1 < text.len && text.s[at] == '=' &&
	    text.s[at + 1] != '=' && !cx_is_blank(text.s[at + 1]);
}

/* Alone on the next line. */
static size_t
next_line(struct cx_str text, size_t at)
{
	size_t i = cx_secret_skip(text, at, " |>-\r", 4), end;

	if (i >= text.len || text.s[i] != '\n')
		return 0;
	i = cx_secret_skip(text, i + 1, " \t\r\n", 32);
	if (i < text.len && text.s[i] == '"')
		return i;
	end = value_end(text, i, '\0', false);
	/* What a machine shows next has a colon: "root@host:/tmp#". */
	if (end == i || (end < text.len && text.s[end] != '\n' &&
	    text.s[end] != '\r') || memchr(text.s + i, ':', end - i) ||
	    cx_secret_assigns(text, i))
		return 0;
	return i;
}

/* A "|" or ">" begins a block of YAML. */
static bool
is_block(struct cx_str text, size_t from, size_t to)
{
	while (from < to && !cx_secret_one_of(text.s[from], "|>\n"))
		from++;
	return from < to && text.s[from] != '\n';
}

/* The end of such a block: all that is as far in as its first line at `at`. */
static size_t
block_end(struct cx_str text, size_t at)
{
	size_t margin = 0, end;

	while (text.s[at - margin - 1] == ' ')
		margin++;
	do {
		end = at + cx_str_upto(cx_str_from(text, at), '\n').len;
		at = cx_secret_skip(text, end + 1, " ", margin);
	} while (margin && at == end + 1 + margin && at < text.len &&
	    !cx_is_blank(text.s[at]));
	return end > 0 && text.s[end - 1] == '\r' ? end - 1 : end;
}

/* " is ", " was set to ", " -> ": the place after it, or 0. */
static size_t
says(struct cx_str text, size_t at)
{
	static const char *const words[] = {"is now ", "is still ", "is: ",
	    "is ", "s ", "was set to ", "was ", "changed from ", "set to ",
	    "changed to ", "holds ",
	    "contains ", "reads ", "-> ",
	    "=> ", "\xE2\x86\x92 ", "lautet ", "ist "};
	size_t i = cx_secret_skip(text, at, " \t`\"'*", 4);

	if (i == at)
		return 0;
	for (size_t k = 0; k < sizeof words / sizeof *words; k++)
		if (cx_secret_word_at(text, i, words[k]))
			return i + strlen(words[k]);
	/* "the password is", and on the next line what it is */
	if (!cx_secret_word_at(text, i, "is"))
		return 0;
	return next_line(text, cx_secret_skip(text, i + 2, ":", 1));
}

/* "password for the staging server is x": the place after the sign, or 0. */
static size_t
says_later(struct cx_str text, size_t at)
{
	static const char *const words[] = {" for ", " of ", " on ", " to ",
	    " shared with "};
	size_t i = 0, end;

	for (size_t k = 0; k < sizeof words / sizeof *words; k++)
		if (cx_secret_word_at(text, at, words[k]))
			i = at + strlen(words[k]);
	if (!i)
		return 0;
	for (end = i + 48; i < text.len && i < end; i++) {
		if (cx_secret_one_of(text.s[i], "\n.;,!?(\""))
			return 0;
		if (cx_secret_one_of(text.s[i], ":=") && i + 1 < text.len &&
		    text.s[i + 1] == ' ')
			return i + 1;
		if (text.s[i] == ' ' && says(text, i))
			return says(text, i);
	}
	return 0;
}

/* The cell in so many columns of the line that begins at `at`, or 0; how many
 * columns it has. */
static size_t
cell(struct cx_str text, size_t at, size_t column, char sep, size_t *columns)
{
	size_t found = column ? 0 : at;
	bool quoted = false;

	for (*columns = 0; at < text.len && text.s[at] != '\n'; at++) {
		if (text.s[at] == '"' && sep != '|')
			quoted = !quoted;
		if (text.s[at] == sep && !quoted && ++*columns == column)
			found = at + 1;
	}
	return found;
}

/* A table of Markdown or a file of values with the word at the head of a
 * column: from the first value in it to the last, at most TABLE_MAX bytes
 * on. */
#define TABLE_MAX 4096

bool
cx_secret_column(struct cx_str text, size_t at, size_t end, const char *kind,
    struct cx_secret *out)
{
	const enum cx_secret_judge judge = strcmp(kind, "password") == 0 ?
	    ASSIGNED : kind == cx_secret_any_key ? KEYED : SAID;
	size_t column = 0, columns, n, from = at, last = 0, i;
	struct cx_secret one;
	struct cx_str row;
	const char *line;
	char sep;

	i = cx_secret_skip(text, end, " *`", 16);
	if (i < text.len && text.s[i] != '|')
		i = cx_secret_skip(text, end, "\"", 1);
	if (i >= text.len || !cx_secret_one_of(text.s[i], "|,;\t\r\n"))
		return false;
	sep = text.s[i];
	while (from > 0 && text.s[from - 1] != '\n' && i - from <
	    4 * CX_SECRET_LOOK) {
		const char c = text.s[--from];

		if (cx_secret_one_of(sep, "\r\n") &&
		    cx_secret_one_of(c, ",;\t"))
			sep = c;
		column += c == sep;
		/* In prose a blank comes after a comma. */
		if (c == sep && sep != '|' && text.s[from + 1] == ' ')
			return false;
	}
	if ((from > 0 && text.s[from - 1] != '\n') || (!column && sep == '|') ||
	    cx_secret_one_of(sep, "\r\n"))
		return false;
	if (text.len > i + TABLE_MAX)
		text.len = i + TABLE_MAX;
	cell(text, from, column, sep, &columns);
	/* The head is the first line that has so many. */
	for (at = from; sep != '|' && at > 0 && from - at < 4 * CX_SECRET_LOOK
	    && (at == from || text.s[at - 1] != '\n');)
		at--;
	if (at < from) {
		cell(text, at, 0, sep, &n);
		if (n == columns)
			return false;
	}
	for (bool rows = sep != '|'; (line = memchr(text.s + i, '\n',
	    text.len - i)); rows = true) {
		i = (size_t)(line - text.s) + 1;
		if (!rows) {
			if (cx_secret_skip(text, i, "|-: ", 16) < i + 3)
				return false;
			continue;
		}
		at = cell(text, i, column, sep, &n);
		if (!at || (sep != '|' && n != columns))
			break;
		/* To its end; no other sign does it. */
		row = text;
		row.len = at;
		for (bool quoted = false; row.len < text.len &&
		    text.s[row.len] != '\n' && (quoted ||
		    text.s[row.len] != sep); row.len++)
			quoted = quoted != (text.s[row.len] == '"');
		if (!cx_secret_value(row, at, kind, sep == '|' || columns < 2
		    ? judge == KEYED ? KEYED : SAID : judge, &one))
			continue;
		from = last ? from : one.at;
		last = one.at + one.len;
	}
	return last && cx_secret_found(out, kind, from, last);
}

/* `password: str = "x"`, `pwd As String = "x"`, `token string = "x"`: the
 * place after the sign, or 0. */
static size_t
typed(struct cx_str text, size_t at)
{
	size_t i = cx_secret_skip(text, at, ":", 1), end;

	i = cx_secret_skip(text, i, " ", 1);
	if (i == at)
		return 0;
	if (cx_secret_word_at(text, i, "as "))
		i += 3;
	for (end = i; end < text.len && end - i < 32 &&
	    ((cx_secret_class(text.s[end]) & (CX_WORD | CX_DOT)) ||
	    cx_secret_one_of(text.s[end], "<>?&[]:'*"));)
		end++;
	end = cx_secret_skip(text, end, " ", 1);
	return end > i && end + 1 < text.len && text.s[end] == '=' &&
	    cx_secret_one_of(text.s[end + 1], " \"'") ? end + 1 : 0;
}

/* "<password>x</password>" and "<db:password>x</": a name between < and >,
 * and not the place of a password in "<user>:<password>@";
 * `<property name="db.password">x</`: the place of the value, or 0. */
static size_t
in_element(struct cx_str text, size_t at, size_t end)
{
	static const char *const names[] = {" name", " key", " id"};
	const bool quoted = end < text.len &&
	    cx_secret_one_of(text.s[end], "\"'");
	size_t to, i;

	/* Other attributes */
	for (i = end; quoted && i < text.len && i - end < CX_SECRET_LOOK &&
	    !cx_secret_one_of(text.s[i], "<>\n");)
		i++;
	if (i >= text.len || text.s[i] != '>' || text.s[i - 1] == '/')
		return 0;
	to = value_end(text, i + 1, '\0', false);
	if (to == text.len || text.s[to] != '<')
		return 0;
	while (at > 0 && end - at < 48 && (cx_secret_class(text.s[at - 1]) &
	    (CX_WORD | CX_DASH | CX_DOT) || text.s[at - 1] == ':'))
		at--;
	if (!quoted)
		return at > 0 && text.s[at - 1] == '<' ? i + 1 : 0;
	if (at < 2 || text.s[at - 1] != text.s[end] || text.s[at - 2] != '=')
		return 0;
	for (size_t k = 0; k < sizeof names / sizeof *names; k++)
		if (at >= 2 + strlen(names[k]) && cx_secret_word_at(text,
		    at - 2 - strlen(names[k]), names[k]))
			return i + 1;
	return 0;
}

/* --password, --db-password, -storepass: the name begins with a dash. */
static bool
is_option(struct cx_str text, size_t at)
{
	size_t from = at;

	while (from > 0 && at - from < 32 && (cx_secret_class(
	    text.s[from - 1]) & (CX_LETTER | CX_DASH | CX_LOW)))
		from--;
	return from < at && text.s[from] == '-' && (from == 0 ||
	    cx_is_blank(text.s[from - 1]));
}

/* ENV NAME VALUE of a Dockerfile, setx NAME VALUE of Windows. */
static bool
is_set(struct cx_str text, size_t at)
{
	while (at > 0 && (cx_secret_class(text.s[at - 1]) & CX_WORD))
		at--;
	if (at >= 5 && cx_secret_word_at(text, at - 5, "setx "))
		return true;
	if (at < 4 || memcmp(text.s + at - 4, "ENV ", 4) != 0)
		return false;
	for (at -= 4; at > 0 && (text.s[at - 1] == ' ' ||
	    text.s[at - 1] == '\t');)
		at--;
	return at == 0 || text.s[at - 1] == '\n';
}

/* "--password x", "login bot password x" in .netrc: a word by itself. */
static bool
beside(struct cx_str text, size_t at, size_t i, const char *kind,
    enum cx_secret_judge judge, struct cx_secret *out)
{
	bool option = is_option(text, at);

	if (i >= text.len || (text.s[i] != ' ' && text.s[i] != '\t'))
		return false;
	/* --secret id=npmrc,src=.npmrc: where docker finds it */
	if (option && cx_secret_word_at(text, i + 1, "id="))
		return false;
	if (judge == KEYED)
		return cx_secret_value(text, i, kind, KEYED, out);
	if (before(text, at, 24, "authorization"))
		return cx_secret_value(text, i, kind, ASSIGNED, out);
	return cx_secret_value(text, i, kind, option || is_set(text, at) ?
	    ASSIGNED : BESIDE, out);
}

/* "${DB_PASSWORD:?required}" in a shell has a message after the sign. */
static bool
message(struct cx_str text, size_t at, size_t end)
{
	if (text.len - end < 2 || text.s[end] != ':' ||
	    !cx_secret_one_of(text.s[end + 1], "?+"))
		return false;
	while (at > 0 && end - at < 48 &&
	    (cx_secret_class(text.s[at - 1]) & CX_WORD))
		at--;
	return at > 0 && text.s[at - 1] == '{';
}

/* In the query of an address, what gives access: ?token=x, &access_token=x,
 * but not what an address has for its own ends, redir_token or searchToken. */
bool
cx_secret_other_parameter(struct cx_str text, size_t at)
{
	static const char *const names[] = {"", "access", "auth", "api", "id",
	    "private", "refresh", "secret", "session", "client", "job",
	    "deploy", "bearer", "user", NULL};
	size_t from = at;
	struct cx_str name;

	while (from > 0 && at - from < 32 && (cx_secret_class(
	    text.s[from - 1]) & (CX_WORD | CX_DASH)))
		from--;
	if (from == 0 || !cx_secret_one_of(text.s[from - 1], "?&"))
		return false;
	name = cx_strn(text.s + from, at - from);
	while (name.len && cx_secret_one_of(name.s[name.len - 1], "-_"))
		name.len--;
	return !cx_secret_in(name, names);
}

/* What stands before the word that it is: "x is the password for ...", "use x
 * as the api key", "x (password)". */
bool
cx_secret_said_before(struct cx_str text, size_t at, size_t end,
    const char *kind, struct cx_secret *out)
{
	static const char *const verbs[] = {"is", "as", "for", "ist", "als",
	    "est", "comme", "es", "como", "\xC3\xA9", "\xC3\xA8", "come",
	    "\xC3\xA4r",
	    "som", "jest", "jako", "\xD1\x8D\xD1\x82\xD0\xBE",
	    "\xD0\xBA\xD0\xB0\xD0\xBA", "este", "var", "was", "olarak", "<-",
	    "=", "-", "/", "\xE2\x80\x94", "\xE2\x80\x93",
	    "\xD1\x8F\xD0\xB2\xD0\xBB\xD1\x8F\xD0\xB5\xD1\x82\xD1\x81\xD1\x8F",
	    NULL};
	/* What the sentence goes on with, when it goes on. */
	static const char *const after[] = {"for", "of", "on", "to", "in", "at",
	    "when", "and", "or", "from", "until", "now", "please", "here", "so",
	    "too", "also", "again", "there", "before", "after", "if",
	    "f\xC3\xBCrs", "bis",
	    "von", "vom", "f\xC3\xBCr", "auf", "im", "zum", "zur", "der", "des",
	    "pour", "du", "de", "del", "para", "do", "da", "dos", "no", "na",
	    "della", "per", "voor", "van", "f\xC3\xB6r", "till", "til", "od",
	    "\xD0\xBE\xD1\x82", "\xD0\xB4\xD0\xBB\xD1\x8F", NULL};
	static const char *const as[] = {"as", "als", "como", "come", "comme",
	    "jako", "som", NULL};
	/* "as the token format" */
	static const char *const others[] = {"format", "hash", "hashing",
	    "standard", "type", "scheme", "manager", "field", "spec", "source",
	    "name", "algorithm", "function", "provider", "store", "policy",
	    "method", "kind", "prefix", "parser", "is", "was", "are", NULL};
	/* "X is from the password" */
	static const char *const apart[] = {"from", "in", "of", "not", "by",
	    "with", "without", "no", "and", "or", "only", NULL};
	const size_t least = at > 48 ? at - 48 : 0;
	size_t from = at, to, i;
	struct cx_str s;
	bool is = false, assign, ends;

	/* "API key": the word may be the second of two. */
	i = cx_secret_skip(text, end, " ", 1);
	for (to = i; to < text.len && to - i < 16 &&
	    ((unsigned char)text.s[to] >= 0x80 ||
	    (cx_secret_class(text.s[to]) & CX_WORD));)
		to++;
	if (i == end && (to > i || (i < text.len &&
	    cx_secret_one_of(text.s[i], "-/=("))))
		return false;
	ends = to == i || cx_secret_in(cx_strn(text.s + i, to - i), after);
	if (!ends && cx_secret_in(cx_strn(text.s + i, to - i), others))
		return false;
	/* Not more than three words between. */
	for (int n = 0; n < 5 && !is; n++) {
		to = from;
		while (to > least && text.s[to - 1] == ' ')
			to--;
		for (from = to; from > least && text.s[from - 1] != ' ';)
			from--;
		s = cx_strn(text.s + from, to - from);
		is = cx_secret_in(s, verbs) || (from < to && n < 2 &&
		    text.s[from] == '(');
		/* "x: password for ..." */
		if (!is && n < 3 && s.len > 8 && s.s[s.len - 1] == ':') {
			from = to - 1;
			is = true;
			break;
		}
		if (from == least || from == to || memchr(s.s, '\n', s.len) ||
		    cx_secret_in(s, apart))
			return false;
	}
	/* "use x as the password ..." */
	if (!ends && !cx_secret_in(s, as))
		return false;
	/* `a = password` of a program, "x works as the password" */
	assign = text.s[from] == '=';
	if (cx_secret_word_at(text, from >= 6 ? from - 6 : 0, "works "))
		from -= 6;
	for (to = from; to > 0 && cx_secret_one_of(text.s[to - 1], " `\"',*");)
		to--;
	for (from = to; from > 0 && to - from < CX_SECRET_LOOK &&
	    !cx_is_blank(text.s[from - 1]) && text.s[from - 1] != '\n' &&
	    !cx_secret_one_of(text.s[from - 1], "`\"'");)
		from--;
	from = cx_secret_skip(text, from, "*", 2);
	s = cx_strn(text.s + from, to > from ? to - from : 0);
	if (strcmp(kind, "password") == 0 && (cx_secret_human(s) ||
	    cx_secret_phrase(s)))
		assign = false;
	else if (!cx_secret_strong(s) || cx_secret_match(s, 0, "u") ||
	    (assign && cx_secret_run(s, 0, CX_WORD) == s.len))
		return false;
	return is && s.len && !memchr(s.s, ':', s.len) &&
	    !cx_secret_sample(s) && cx_secret_found(out, kind, from, to);
}

static bool
assigned(struct cx_str text, size_t at, size_t end, const char *kind,
    enum cx_secret_judge judge, struct cx_secret *out)
{
	const enum cx_secret_judge said = judge == KEYED ? KEYED : SAID;
	size_t i = name_end(text, end), to;

	/* "tokens", "password_hash", "secretName", "token-primary" */
	if (i < text.len && ((cx_secret_class(text.s[i]) & CX_WORD) ||
	    (unsigned char)text.s[i] >= 0x80))
		return false;
	if ((to = in_element(text, at, i)) != 0 && cx_secret_value(text, to,
	    kind, judge == KEYED ? KEYED : ASSIGNED, out))
		return true;
	/* A part of a name: arn:aws:secretsmanager:...:secret:prod/db-AbCdEf,
	 * npm:jsonwebtoken:20150331 */
	for (to = at; to > 0 && at - to < 24 &&
	    (cx_secret_class(text.s[to - 1]) & CX_LETTER); to--)
		;
	if (to > 1 && text.s[to - 1] == ':' && i < text.len &&
	    text.s[i] == ':' && end == i &&
	    (cx_secret_class(text.s[to - 2]) & CX_WORD))
		return false;
	to = cx_secret_skip(text, i, " \t\"'`*\\]", 4);
	/* [new-token]: #new-token, where a link of Markdown leads */
	if (to > i && to < text.len && text.s[to] == ':' &&
	    text.s[to - 1] == ']') {
		const size_t leads = cx_secret_skip(text, to + 1, " \t<", 4);

		if (leads < text.len && cx_secret_one_of(text.s[leads], "#./"))
			return false;
	}
	if (to < text.len && cx_secret_one_of(text.s[to], "=:")) {
		/* Password::min(8): a class, but "password:: x" of Dataview */
		if (cx_secret_other_parameter(text, at) ||
		    message(text, at, i) || (to + 2 < text.len &&
		    text.s[to + 1] == ':' && to == i &&
		    (cx_secret_class(text.s[to + 2]) & CX_LOWER)))
			return false;
		to = cx_secret_skip(text, to + 1, "=>", 1);
		if (cx_secret_value(text, to, kind, judge, out) ||
		    ((end = typed(text, i)) != 0 &&
		    cx_secret_value(text, end, kind, judge, out)))
			return true;
		i = to;
		to = next_line(text, i);
		if (!to || !is_block(text, i, to))
			return to && cx_secret_value(text, to, kind, said, out);
		return cx_secret_value(text, to, kind, judge, out) &&
		    cx_secret_found(out, kind, out->at, block_end(text, to));
	}
	if (((to = typed(text, i)) != 0 &&
	    cx_secret_value(text, to, kind, judge, out)) ||
	    ((to = value_member(text, i)) != 0 &&
	    cx_secret_value(text, to, kind, judge, out)) ||
	    ((to = next_argument(text, i)) != 0 &&
	    cx_secret_value(text, to, kind, said, out)) ||
	    ((to = says(text, i)) != 0 &&
	    cx_secret_value(text, to, kind, said, out)) ||
	    ((to = says_later(text, i)) != 0 &&
	    cx_secret_value(text, to, kind, said, out)))
		return true;
	/* A heading */
	return cx_secret_column(text, at, i, kind, out) ||
	    beside(text, at, i, kind, judge, out) ||
	    ((to = next_line(text, cx_secret_skip(text, i, "*_#", 4))) != 0 &&
	    cx_secret_value(text, to, kind, said, out)) ||
	    (judge != KEYED &&
	    cx_secret_said_before(text, at, i, kind, out));
}

/* --- the words --- */

/* The words begin in upper case inside of a name: dbPass, SmtpPassword. */
static bool
own_word(struct cx_str text, size_t at)
{
	return at == 0 || !(cx_secret_class(text.s[at - 1]) & CX_LETTER) ||
	    ((cx_secret_class(text.s[at]) & CX_UPPER) &&
	    (cx_secret_class(text.s[at - 1]) & CX_LOWER));
}

bool
cx_secret_password(struct cx_str text, size_t at, size_t end,
    struct cx_secret *out)
{
	/* The shell's working directory. */
	if (end - at == 3 && memcmp(text.s + at, "PWD", 3) == 0 &&
	    cx_secret_begins(text, at, CX_LOW) &&
	    end + 1 < text.len && text.s[end] == '=' &&
	    cx_secret_one_of(text.s[end + 1], "/~$\"'"))
		return false;
	return assigned(text, at, end, "password", ASSIGNED, out);
}

/* SQL: IDENTIFIED BY 'x', WITH PASSWORD 'x'. */
bool
cx_secret_sql(struct cx_str text, size_t at, size_t end, struct cx_secret *out)
{
	(void)at;
	return end < text.len && cx_secret_one_of(text.s[end], "'\"") &&
	    cx_secret_value(text, end, "password", ASSIGNED, out);
}

/* Words that have other meanings, where a test may pass. */
bool
cx_secret_pass(struct cx_str text, size_t at, size_t end, struct cx_secret *out)
{
	static const char *const others[] = {"by", "com", "encom", "sur",
	    "tres", "over", "under", "im", "out", "last", "kee", "one", "dash",
	    "multi", "single", "two", "sub", "low", "high", "band", "all",
	    NULL};
	size_t i, colon, from = at, to;
	bool other, said;

	/* bindpw, requirepass, two-pass */
	to = at - (at > 0 && cx_secret_one_of(text.s[at - 1], "_-"));
	for (from = to; from > 0 && to - from < 12 &&
	    (cx_secret_class(text.s[from - 1]) & CX_LETTER);)
		from--;
	other = cx_secret_in(cx_strn(text.s + from, to - from), others);
	/* "...nfp3pw=": of an address */
	if (end - at < 4 && !cx_secret_begins(text, at, CX_DIGIT))
		return false;
	if (!own_word(text, at) && !is_option(text, at) &&
	    (end - at > 4 || !cx_secret_begins(text, from, CX_LETTER) ||
	    other))
		return false;
	/* "first pass: ...", "PASS: test_2", cdpass='cd x', but not SMTP_PASS;
	 * psk and pw have no other meaning. */
	said = end - at > 4 || (end - at == 4 && (other ||
	    !own_word(text, at) || (at > 1 && text.s[at - 1] == ' ' &&
	    (cx_secret_class(text.s[at - 2]) & CX_ALNUM)) || (to == at &&
	    end < text.len && text.s[end] == ':' &&
	    cx_secret_run(text, at, CX_UPPER) == end)));
	if (assigned(text, at, end, "password", said ? SAID : ASSIGNED, out)) {
		/* credentials: user:password */
		for (i = out->at, colon = out->at + out->len; i < colon; i++)
			if (text.s[i] == ':' && end - at > 4) {
				out->len -= i + 1 - out->at;
				out->at = i + 1;
				break;
			}
		return out->len > 0;
	}
	return false;
}

/* Whether one of the words ends at `at`, but for a sign between. */
static bool
ends_with(struct cx_str text, size_t at, const char *const *words)
{
	if (at > 0 && cx_secret_one_of(text.s[at - 1], "_- ."))
		at--;
	for (; *words; words++)
		if (at >= strlen(*words) && cx_secret_word_at(text,
		    at - strlen(*words), *words) &&
		    own_word(text, at - strlen(*words)))
			return true;
	return false;
}

bool
cx_secret_token(struct cx_str text, size_t at, size_t end,
    struct cx_secret *out)
{
	static const char *const known[] = {"public", "publishable", NULL};
	/* kubectl get secret NAME */
	static const char *const verbs[] = {"get", "describe", "delete",
	    "edit", "patch", NULL};
	const char *kind = "API key";

	if (end - at == 5)
		kind = "token";
	else if (cx_secret_word_at(text, at, "secret"))
		kind = "secret";
	/* The name of a .NET assembly has one, and all may know it. */
	if (at >= 9 && cx_secret_word_at(text, at - 9, "publickeytoken"))
		return false;
	return assigned(text, at, end, kind, ASSIGNED, out) &&
	    !ends_with(text, at, known) && !(text.s[end] == ' ' &&
	    out->at == end + 1 && ends_with(text, at, verbs));
}

/* Names that end in key: 16 characters or more by chance, unless all may know
 * such a key; less after a word that says that nobody may. */
bool
cx_secret_key(struct cx_str text, size_t at, size_t end, struct cx_secret *out)
{
	static const char *const known[] = {"public", "pub", "publishable",
	    "primary", "foreign", "sort", "cache", "partition", "row", "host",
	    "object", "lookup", "index", "map", "hash", "group", "routing",
	    "idempotency", "dedup", "unique", "composite", "candidate",
	    "registry", "natural", "surrogate", "translation", "message",
	    "i18n", "site", "shard", "search", "verification", "query",
	    "hot", "shortcut", "function", "record", "document", "bucket",
	    "dictionary", "metadata", "config", "s3", "issue", "project",
	    "event", "storage_object", "tracking", "resource", "item",
	    "citation", "bibtex", "cite", "random", "node", "machine",
	    "resourcekey", "random_", "file", "content", "anon", "client",
	    "measurement", "feature", "gpg", "pgp", "openpgp",
	    "distinct", "block", "header", "websocket", "applicationserver",
	    "vapid", NULL};
	static const char *const hidden[] = {"secret", "private", "master",
	    "encryption", "signing", "api", "auth", "app", "application",
	    "access", "account", "session", "cipher", "aes", "hmac", "jwt",
	    "server", "admin", "service", "wallet", "recovery", "unseal",
	    "license", "deploy", "integration", NULL};
	bool key = end - at == 3 && cx_secret_word_at(text, at, "key");
	size_t from;

	if ((!key && !own_word(text, at)) ||
	    /* in the query of an address: of a document, mostly */
	    (at > 0 && cx_secret_one_of(text.s[at - 1], "?&")))
		return false;
	if (!assigned(text, at, end, cx_secret_any_key, KEYED, out) &&
	    !(key && assigned(text, at, end, cx_secret_any_key, SAID, out) &&
	    ends_with(text, at, hidden)))
		return false;
	for (from = at; from > 0 && (cx_secret_class(text.s[from - 1]) &
	    (CX_WORD | CX_DASH));)
		from--;
	/* "Key fingerprint =" says which, public_signing_key that all may. */
	if (before(text, out->at, out->at - at, "fingerprint") ||
	    before(text, at, at - from + 1, "public"))
		return false;
	/* The number of an OpenPGP key */
	if (cx_secret_match(text, out->at, "H16|H40|"
	    "H4 H4 H4 H4 H4 H4 H4 H4 H4 H4|H4 H4 H4 H4 H4  H4 H4 H4 H4 H4") >=
	    out->at + out->len)
		return false;
	return !ends_with(text, at, known);
}

/* x-honeycomb-team, x-auth-user: what a request shows to be let in. */
bool
cx_secret_header(struct cx_str text, size_t at, size_t end,
    struct cx_secret *out)
{
	const unsigned in = CX_ALNUM | CX_DASH;
	size_t from = at, to = end;

	while (from > 0 && at - from < 32 &&
	    (cx_secret_class(text.s[from - 1]) & in))
		from--;
	while (to < text.len && to - end < 32 &&
	    (cx_secret_class(text.s[to]) & in))
		to++;
	return cx_secret_word_at(text, from, "x-") && assigned(text, from, to,
	    "API key", KEYED, out) && out->len >= 20;
}

/* --- headers (RFC 9110, 11.6.2; RFC 6750, 2.1; RFC 6265, 4.2) --- */

static bool
header(struct cx_str text, size_t at, size_t end, struct cx_secret *out)
{
	bool named = before(text, at, 24, "authorization");
	size_t i = cx_secret_skip(text, end, " ", 8), to;
	struct cx_str s;

	for (to = i; to < text.len && (cx_secret_one_of(text.s[to], "._~+/=-")
	    || (cx_secret_class(text.s[to]) & CX_ALNUM)); to++)
		;
	while (to > i && text.s[to - 1] == '.')
		to--;
	s = cx_strn(text.s + i, to - i > CX_SECRET_LOOK ? CX_SECRET_LOOK :
	    to - i);
	if (named ? s.len < VALUE_MIN || cx_secret_placeholder(s) ||
	    cx_secret_plain(s) || hides_nothing(s) :
	    s.len < 16 || !cx_secret_strong(s))
		return false;
	return cx_secret_found(out, "bearer token", i, to);
}

bool
cx_secret_bearer(struct cx_str text, size_t at, size_t end,
    struct cx_secret *out)
{
	return cx_secret_begins(text, at, CX_WORD) &&
	    header(text, at, end, out);
}

bool
cx_secret_basic(struct cx_str text, size_t at, size_t end,
    struct cx_secret *out)
{
	return before(text, at, 24, "authorization") &&
	    header(text, at, end, out);
}

/* "https://host/page;jsessionid=...", copied from a browser: the session of a
 * reader, over long since (Jakarta Servlet, "URL Rewriting"). */
static bool
in_page_address(struct cx_str text, size_t at)
{
	size_t from;

	while (at > 0 && (cx_secret_class(text.s[at - 1]) & CX_LETTER))
		at--;
	from = at;
	if (at == 0 || text.s[at - 1] != ';')
		return false;
	while (from > 0 && at - from < CX_SECRET_LOOK &&
	    !cx_is_blank(text.s[from - 1]))
		from--;
	return cx_str_has(cx_strn(text.s + from, at - from), CX_STR("://"));
}

bool
cx_secret_cookie(struct cx_str text, size_t at, size_t end,
    struct cx_secret *out)
{
	const size_t last = end + 256 < text.len ? end + 256 : text.len;
	const bool list = cx_secret_word_at(text, at, "cookie") ||
	    cx_secret_word_at(text, at, "--cookie");
	size_t i = list || text.s[end - 1] == '=' ?
	    end - (text.s[end - 1] == '=') : cx_secret_skip(text,
	    cx_secret_run(text, end, CX_WORD), "'\"", 1);

	if (in_page_address(text, at))
		return false;
	for (; i < last && text.s[i] != '\n'; i++) {
		struct cx_str s;
		size_t to;

		if (text.s[i] != '=' && (text.s[i] != ':' || (list &&
		    !cx_secret_one_of(text.s[i - 1], "\"'")))) {
			if (!list)
				break;
			continue;
		}
		end = cx_secret_skip(text, i + 1, " \"'", 3);
		to = value_end(text, end, '\0', false);
		s = cx_strn(text.s + end, to - end);
		if (s.len >= (list ? 20 : 16) && cx_secret_strong(s) &&
		    !cx_secret_match(s, 0, "u") && (!list || s.len >= 32 ||
		    before(text, i, 12, "sess") || before(text, i, 12, "sid")
		    || before(text, i, 12, "auth")) &&
		    !before(text, i, 24, "consent"))
			return cx_secret_found(out, "session cookie", end,
			    value_end(text, end, '\0', true));
		if (!list)
			break;
		i = to > i + 1 ? to - 1 : i;
	}
	return false;
}

/* --- options of one letter --- */

bool
cx_secret_option(struct cx_str text, size_t at, size_t end,
    const char *command, enum cx_secret_place place, struct cx_secret *out)
{
	const bool blank = end < text.len && text.s[end] == ' ';
	size_t i = end + blank, to;
	char quote = '\0';
	struct cx_str s;

	/* mysql takes it only where no blank is between. */
	if ((blank ? place == ADJACENT : place != ADJACENT && place != EITHER &&
	    place != SECOND && (cx_secret_class(text.s[end - 1]) & CX_WORD)) ||
	    (!*command && !cx_secret_begins(text, at, CX_WORD | CX_DASH)))
		return false;
	for (int n = place < SECOND ? 0 : place - SECOND + 1; n > 0; n--) {
		while (i < text.len && !cx_is_blank(text.s[i]))
			i++;
		while (i < text.len && text.s[i] == ' ')
			i++;
	}
	if (i < text.len && cx_secret_one_of(text.s[i], "\"'"))
		quote = text.s[i++];
	/* One more option, and not the password */
	if (place != ADJACENT && i < text.len && text.s[i] == '-')
		return false;
	to = value_end(text, i, quote, false);
	if (place == USER) {
		while (i < to && !cx_secret_one_of(text.s[i], *command ?
		    ":%," : "/"))
			i++;
		i++;
	}
	s = cx_strn(text.s + i, to > i ? to - i : 0);
	return s.len >= 6 && !cx_secret_placeholder(s) &&
	    !cx_secret_plain(s) && !cx_secret_sample(s) &&
	    (!*command || before(text, at, 120, command)) &&
	    cx_secret_found(out, "password", i, to);
}

/* "echo x | docker login --password-stdin" */
bool
cx_secret_piped(struct cx_str text, size_t at, size_t end,
    struct cx_secret *out)
{
	size_t i = at, pipe = 0, to;

	(void)end;
	while (i > 0 && at - i < CX_SECRET_LOOK && text.s[i - 1] != '\n') {
		i--;
		if (!pipe && text.s[i] == '|')
			pipe = i;
		if (!pipe || !(cx_secret_word_at(text, i, "echo ") ||
		    cx_secret_word_at(text, i, "printf ")))
			continue;
		i = text.s[i] == 'e' ? i + 5 : i + 7;
		if (cx_secret_word_at(text, i, "-n "))
			i += 3;
		i = cx_secret_skip(text, i, "\"'", 1);
		to = value_end(text, i, text.s[i - 1] == ' ' ? '\0' :
		    text.s[i - 1], false);
		/* "user:password" of chpasswd */
		for (size_t k = i; k < to; k++)
			if (text.s[k] == ':' && text.s[at] == 'c')
				i = k + 1;
		return to <= pipe && cx_secret_value(text, i, "password",
		    ASSIGNED, out);
	}
	return false;
}

/* "kim / x": a user and the password. */
bool
cx_secret_pair(struct cx_str text, size_t at, size_t end,
    struct cx_secret *out)
{
	const size_t to = value_end(text, end, '\0', false);

	return !cx_secret_begins(text, at, CX_ALNUM) &&
	    cx_secret_certain(cx_strn(text.s + end, to - end)) &&
	    cx_secret_found(out, "password", end, to);
}

/* What a client of a service is made with, by its call: Client("x"),
 * require('twilio')('AC...', 'x'). */
bool
cx_secret_argument(struct cx_str text, size_t at, size_t end,
    struct cx_secret *out)
{
	static const char *const makers[] = {"client", "sdk", "bot", "login",
	    "translator", "connect", "auth", "api", "configure", "init", "run",
	    "service", "webhook", "openai", "cohere", "mistral", "anthropic",
	    "groq", "together", "deepgram", "assembly", "eleven", "replicate",
	    "twilio", "sendgrid", "mailgun", "postmark", "mailjet", "vonage",
	    "nexmo", "plivo", "stripe", "adyen", "algolia", "typesense",
	    "meili", "pinecone", "weaviate", "qdrant", "datadog", "raven",
	    "rollbar", "bugsnag", "honeycomb", "influx", "github", "gitlab",
	    "gitea", "octokit", "jira", "trello", "notion", "airtable",
	    "asana", "linear", "todoist", "discord", "slack", "tele",
	    "hubspot", "intercom", "zendesk", "shopify", "contentful",
	    "mapbox", "open", "weather", "tmdb", "spotify", "news", "serp",
	    "gemini", "digital", "hcloud", "linode", "vultr", "cloudflare",
	    "fastly", "tweepy", "twitter", "binance", "kraken", "coinbase",
	    "etherscan", "infura", "alchemy", "wandb", "pusher", "ably",
	    "supabase", "deepl", "geocoder", "maps", "token", "credential",
	    NULL};
	/* They look something up, and do not sign in. */
	static const char *const asks[] = {"get", "find", "fetch", "load",
	    "delete", "remove", "verify", "is", "has", "assert", "expect",
	    "describe", "test", "parse", "decode", NULL};
	size_t from = at, i = end, value = 0;

	/* The account may be before it. */
	for (int n = 0; n < 3; n++) {
		const size_t to = value_end(text, i, text.s[i - 1], false);

		if (to - i >= 32 && keyed(cx_strn(text.s + i, to - i)))
			value = i;
		i = cx_secret_skip(text, to + 1, ",", 1);
		i = cx_secret_skip(text, i, " ", 1);
		if (i >= text.len || !cx_secret_one_of(text.s[i++], "\"'"))
			break;
	}
	if (!value)
		return false;
	/* The name before the parenthesis, or in one more. */
	while (from > 0 && at - from < 48 &&
	    (cx_secret_class(text.s[from - 1]) & CX_WORD ||
	    (from == at && text.s[from - 1] == ')') ||
	    (text.s[at - 1] == ')' &&
	    cx_secret_one_of(text.s[from - 1], "\"'"))))
		from--;
	/* Client.new("x") */
	if (from > 1 && text.s[from - 1] == '.' &&
	    cx_secret_word_at(text, from, "new("))
		for (from--; from > 0 && at - from < 48 &&
		    (cx_secret_class(text.s[from - 1]) & CX_WORD);)
			from--;
	for (size_t k = 0; asks[k]; k++)
		if (cx_secret_word_at(text, from, asks[k]) &&
		    !(cx_secret_class(text.s[from + strlen(asks[k])]) &
		    CX_LOWER))
			return false;
	for (; from < at; from++)
		for (size_t k = 0; makers[k] && own_word(text, from); k++)
			if (cx_secret_word_at(text, from, makers[k]))
				return cx_secret_found(out, "API key", value,
				    value_end(text, value,
				    text.s[value - 1], true));
	return false;
}
