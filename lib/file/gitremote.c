#include "lib/file/gitremote.h"

/* --- the configuration file --- */

struct scan {
	struct cx_str rest;
	size_t line;
};

static int
peek(const struct scan *s)
{
	return s->rest.len ? (unsigned char)s->rest.s[0] : -1;
}

/* The next byte, CRLF being one LF; -1 at the end. */
static int
next(struct scan *s)
{
	int c = peek(s);

	if (c < 0)
		return -1;
	s->rest = cx_str_from(s->rest, 1);
	if (c == '\r' && peek(s) == '\n') {
		s->rest = cx_str_from(s->rest, 1);
		c = '\n';
	}
	s->line += c == '\n';
	return c;
}

static void
skip_line(struct scan *s)
{
	int c;

	do
		c = next(s);
	while (c >= 0 && c != '\n');
}

static char
lower(int c)
{
	return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

static bool
is_name(int c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	    (c >= '0' && c <= '9') || c == '-';
}

/*
 * Behind the `[`: the name of a section in lower case, a dot, and its
 * subsection as it is, in *name.
 */
static bool
section(struct scan *s, struct cx_buf *name)
{
	int c;

	name->len = 0;
	/* [remote.origin] is the old way, and is in lower case. */
	while (is_name(peek(s)) || peek(s) == '.')
		cx_buf_char(name, lower(next(s)));
	while (peek(s) == ' ' || peek(s) == '\t')
		next(s);
	if (peek(s) == '"') {
		next(s);
		cx_buf_char(name, '.');
		while ((c = next(s)) != '"') {
			if (c == '\\')
				c = next(s);
			if (c < 0 || c == '\n')
				return false;
			cx_buf_char(name, (char)c);
		}
	}
	return next(s) == ']';
}

/* Behind the `=`: the value, without comment, quotes and escapes. */
static bool
value(struct scan *s, struct cx_buf *out)
{
	size_t end = 0; /* behind the last byte that is no blank */
	bool quoted = false;
	int c;

	out->len = 0;
	while ((c = next(s)) >= 0 && c != '\n') {
		if (!quoted && (c == '#' || c == ';')) {
			skip_line(s);
			break;
		}
		if (c == '"') {
			quoted = !quoted;
			end = out->len;
			continue;
		}
		if (!quoted && (c == ' ' || c == '\t')) {
			if (out->len)
				cx_buf_char(out, (char)c);
			continue;
		}
		if (c == '\\') {
			c = next(s);
			if (c == '\n')
				continue;
			if (c == 'n')
				c = '\n';
			else if (c == 't')
				c = '\t';
			else if (c == 'b')
				c = '\b';
			else if (c != '\\' && c != '"')
				return false;
		}
		cx_buf_char(out, (char)c);
		end = out->len;
	}
	out->len = end;
	return !quoted;
}

/* A key and its value; *is_url when the key is that. */
static bool
variable(struct scan *s, struct cx_buf *out, bool *is_url)
{
	static const char url[] = "url";
	size_t n = 0;
	bool same = true;

	while (is_name(peek(s))) {
		char c = lower(next(s));

		same = same && n < strlen(url) && url[n] == c;
		n++;
	}
	if (n == 0)
		return false;
	*is_url = same && n == strlen(url);
	while (peek(s) == ' ' || peek(s) == '\t')
		next(s);
	out->len = 0;
	if (peek(s) == '=') {
		next(s);
		return value(s, out);
	}
	/* A key alone is true, which is no url. */
	*is_url = false;
	if (peek(s) == '#' || peek(s) == ';')
		skip_line(s);
	else if (peek(s) >= 0 && next(s) != '\n')
		return false;
	return true;
}

static bool
same_remote(struct cx_str a, struct cx_str b)
{
	struct cx_buf na = CX_BUF_INIT, nb = CX_BUF_INIT;
	bool same;

	cx_git_normalise(&na, a);
	cx_git_normalise(&nb, b);
	same = cx_str_eq(cx_buf_view(&na), cx_buf_view(&nb));
	cx_buf_release(&na);
	cx_buf_release(&nb);
	return same;
}

struct origin {
	bool inside;   /* of a section [remote "origin"] */
	bool seen;     /* this section has had its url */
	bool found;
	struct cx_buf name, value;
};

static enum cx_git_status
step(struct scan *s, struct origin *o, struct cx_buf *url, size_t start)
{
	bool is_url = false;
	int c = peek(s);

	if (c == '#' || c == ';') {
		skip_line(s);
		return CX_GIT_DONE;
	}
	if (cx_is_blank((char)c)) {
		next(s);
		return CX_GIT_DONE;
	}
	if (c == '[') {
		next(s);
		if (!section(s, &o->name))
			return CX_GIT_BROKEN;
		o->inside = cx_str_is(cx_buf_view(&o->name), "remote.origin");
		o->seen = false;
		return CX_GIT_DONE;
	}
	if (!variable(s, &o->value, &is_url))
		return CX_GIT_BROKEN;
	if (!o->inside || !is_url || o->seen)
		return CX_GIT_DONE;
	o->seen = true;
	if (o->found)
		return same_remote(cx_buf_view(&o->value),
		    cx_str_from(cx_buf_view(url), start)) ? CX_GIT_DONE
							  : CX_GIT_MANY;
	o->found = true;
	cx_buf_str(url, cx_buf_view(&o->value));
	return CX_GIT_DONE;
}

enum cx_git_status
cx_git_origin(struct cx_str config, struct cx_buf *url, size_t *line)
{
	struct scan s = {config, 1};
	struct origin o = {.found = false};
	enum cx_git_status status = CX_GIT_DONE;
	size_t start = url->len;

	if (cx_str_starts(config, CX_STR("\xef\xbb\xbf")))
		s.rest = cx_str_from(config, 3);
	while (status == CX_GIT_DONE && s.rest.len) {
		*line = s.line;
		status = step(&s, &o, url, start);
	}
	if (status != CX_GIT_DONE)
		url->len = start;
	else if (url->len == start)
		status = CX_GIT_NONE;
	cx_buf_release(&o.name);
	cx_buf_release(&o.value);
	return status;
}

/* --- the url --- */

#define NOWHERE SIZE_MAX

static size_t
find(struct cx_str s, char c)
{
	const char *p = s.len ? memchr(s.s, c, s.len) : NULL;

	return p ? (size_t)(p - s.s) : NOWHERE;
}

/* Behind the last @ in the first n bytes: what is before is credentials. */
static struct cx_str
drop_user(struct cx_str s, size_t n)
{
	if (n > s.len)
		n = s.len;
	while (n > 0 && s.s[n - 1] != '@')
		n--;
	return cx_str_from(s, n);
}

static struct cx_str
drop_ends(struct cx_str s)
{
	while (s.len > 1 && s.s[s.len - 1] == '/')
		s.len--;
	if (cx_str_ends(s, CX_STR(".git")) && s.len > 4)
		s.len -= 4;
	while (s.len > 1 && s.s[s.len - 1] == '/')
		s.len--;
	return s;
}

static bool
is_number(struct cx_str s)
{
	for (size_t i = 0; i < s.len; i++) {
		if (s.s[i] < '0' || s.s[i] > '9')
			return false;
	}
	return true;
}

static bool
put(struct cx_buf *out, struct cx_str host, struct cx_str path)
{
	size_t start = out->len;

	for (size_t i = 0; i < host.len; i++)
		cx_buf_char(out, lower((unsigned char)host.s[i]));
	while (path.len && path.s[0] == '/')
		path = cx_str_from(path, 1);
	path = drop_ends(path);
	if (host.len && path.len)
		cx_buf_char(out, '/');
	cx_buf_str(out, path);
	return out->len > start;
}

/* The length of the host at the start of s, [::1] being one. */
static size_t
host_len(struct cx_str s)
{
	size_t end = s.len && s.s[0] == '[' ? find(s, ']') : NOWHERE;

	if (end != NOWHERE)
		return end + 1;
	end = find(s, ':');
	return end == NOWHERE ? s.len : end;
}

/* What is behind `scheme://`. */
static bool
put_url(struct cx_buf *out, struct cx_str s)
{
	struct cx_str authority, host, port;
	size_t slash, at;

	/* A query may hold a token. */
	at = find(s, '?');
	if (at != NOWHERE)
		s.len = at;
	at = find(s, '#');
	if (at != NOWHERE)
		s.len = at;
	slash = find(s, '/');
	s = drop_user(s, slash == NOWHERE ? s.len : slash);
	for (;;) {
		slash = find(s, '/');
		authority = s;
		if (slash != NOWHERE)
			authority.len = slash;
		host = authority;
		host.len = host_len(authority);
		port = cx_str_from(authority, host.len);
		if (port.len == 0 || is_number(cx_str_from(port, 1)))
			break;
		/* user:pass/word@host: no port, but a part of a password. */
		at = drop_user(s, s.len).len;
		if (at == s.len)
			break;
		s = cx_str_from(s, s.len - at);
	}
	return put(out, host, cx_str_from(s, authority.len));
}

bool
cx_git_normalise(struct cx_buf *out, struct cx_str url)
{
	size_t slash, colon, scheme = 0;
	struct cx_str host;

	url = cx_str_trim(url);
	while (scheme < url.len && (is_name((unsigned char)url.s[scheme]) ||
	    url.s[scheme] == '+' || url.s[scheme] == '.'))
		scheme++;
	if (scheme && cx_str_starts(cx_str_from(url, scheme), CX_STR("://"))) {
		bool file = scheme == 4 && lower(url.s[0]) == 'f' &&
		    lower(url.s[1]) == 'i' && lower(url.s[2]) == 'l' &&
		    lower(url.s[3]) == 'e';

		url = cx_str_from(url, scheme + 3);
		if (!file)
			return put_url(out, url);
		slash = find(url, '/');
		url = slash == NOWHERE ? cx_strn(NULL, 0)
				       : cx_str_from(url, slash);
	} else {
		slash = find(url, '/');
		host = url;
		if (slash != NOWHERE)
			host.len = slash;
		colon = find(host, ':');
		if (colon != NOWHERE) {
			/* git@host:path, as scp has it */
			url = drop_user(url, host.len);
			host = url;
			host.len = host_len(url);
			url = cx_str_from(url, host.len);
			return put(out, host, cx_str_from(url, 1));
		}
	}
	url = drop_ends(url);
	cx_buf_str(out, url);
	return url.len > 0;
}
