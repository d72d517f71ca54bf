/* Chooses the logs to read, and interprets lines of agents' hooks. */
#include "cx-access.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#define HOOK_LOG "_meta/access-log.jsonl"

struct input {
	struct cx_tally *tally;
	struct searches *searches; /* NULL: nobody wants to know */
	struct places places;
	struct cx_str project; /* directory of hook lines; .s NULL: unknown */
	struct cx_buf path;
};

/* PREFIX, digits, one letter or none, ".md": as numbered atoms are named. */
static bool
numbered(struct cx_str file, const char *prefix)
{
	size_t i;

	if (!cx_str_starts(file, cx_str(prefix)) ||
	    !cx_str_ends(file, CX_STR(".md")))
		return false;
	file = cx_str_from(file, strlen(prefix));
	file.len -= strlen(".md") < file.len ? strlen(".md") : file.len;
	for (i = 0; i < file.len && file.s[i] >= '0' && file.s[i] <= '9'; i++)
		;
	return i > 0 && (i == file.len || (i + 1 == file.len &&
	    file.s[i] >= 'a' && file.s[i] <= 'z'));
}

/* The directory that a file name stands for; NULL: it does not say. */
static const char *
kind_of(struct cx_str file)
{
	if (numbered(file, "EXP-"))
		return "experiments/";
	if (numbered(file, "K-"))
		return "knowledge/";
	if (numbered(file, "PAT-"))
		return "patterns/";
	return NULL;
}

/* The vault path of the file of a hook's line; NULL, or what is wrong. */
static const char *
place(struct input *in, struct cx_str file, struct cx_str *out)
{
	const char *kind = "";
	uint32_t n;

	if (!in->project.s)
		return "a hook's line, and of no known project: give its "
		       "directory with --in, or the vault with -C";
	if (!memchr(file.s, '/', file.len)) {
		n = cx_map_get(&in->places.names, place_key(&in->places,
		    in->project, file));
		if (n != CX_MAP_NONE && in->places.v[n].ambiguous)
			return "several notes of the project have this name";
		if (n != CX_MAP_NONE) {
			*out = in->tally->atoms[in->places.v[n].atom].path;
			return NULL;
		}
		kind = kind_of(file);
		if (!kind)
			return "no name such as EXP-1.md, and no record has "
			       "it: give --records";
	}
	in->path.len = 0;
	cx_buf_str(&in->path, in->project);
	if (in->project.len)
		cx_buf_char(&in->path, '/');
	cx_buf_puts(&in->path, kind);
	cx_buf_str(&in->path, file);
	*out = cx_buf_view(&in->path);
	return NULL;
}

static void
take_search(struct searches *s, const struct cx_access_line *l)
{
	uint32_t i = cx_map_intern(&s->queries, &s->text, l->query);

	if (i == s->n) {
		CX_GROW(s->v, s->n, s->cap);
		s->v[s->n++] = (struct search){.last = {.ts = CX_NO_TIME}};
	}
	s->count++;
	s->empty += l->results == 0;
	s->v[i].count++;
	if (l->ts < s->v[i].last.ts)
		return;
	s->v[i].last = *l;
	s->v[i].last.query = s->queries.key[i];
}

static void
add_event(void *arg, const struct cx_access_line *line, const char *name,
    size_t lineno)
{
	struct input *in = arg;
	struct cx_access_line l = *line;
	const char *why;

	if (l.kind == CX_ACCESS_BAD)
		cx_access_complain(&l, name, lineno);
	if (l.kind == CX_ACCESS_SEARCH && l.query.s && in->searches)
		take_search(in->searches, &l);
	if (l.kind == CX_ACCESS_BAD || l.kind == CX_ACCESS_SEARCH)
		return;
	if (l.kind == CX_ACCESS_HOOK) {
		why = place(in, line->path, &l.path);
		if (why) {
			cx_error(CX_PARTIAL, "%s:%zu: %s", name, lineno, why);
			return;
		}
	}
	cx_tally_add(in->tally, &l, name, lineno);
}

/*
 * The project of a hook's log, by its place: the directory above _meta, from
 * the vault on if there is one, else as the operand says.  False: unknown.
 */
static bool
project_of(const char *file, const struct cx_vault *v, struct cx_buf *out)
{
	struct cx_str name = cx_str(file);
	char *real = v ? realpath(file, NULL) : NULL;
	struct cx_vault here = {-1, real};
	bool ok = false;

	out->len = 0;
	if (real) {
		ok = cx_vault_relative(out, v, cx_str(real));
	} else if (file[0] != '/') {
		/* Only normalised: what is relative needs no vault. */
		here.path = NULL;
		ok = cx_vault_relative(out, &here, name);
	}
	free(real);
	if (!ok || !cx_str_ends(cx_buf_view(out), CX_STR(HOOK_LOG)))
		return false;
	out->len -= strlen(HOOK_LOG);
	if (out->len == 0)
		return true;
	if (out->s[out->len - 1] != '/')
		return false;
	out->len--;
	return true;
}

static void
read_operand(struct input *in, const char *file, const struct cx_vault *v)
{
	struct cx_str given = in->project;
	CX_AUTO_BUF project = CX_BUF_INIT;
	int fd;

	if (strcmp(file, "-") == 0) {
		fd = dup(STDIN_FILENO);
		if (fd < 0)
			cx_die(CX_FAIL, "(stdin): %s", strerror(errno));
		cx_access_read(fd, "(stdin)", add_event, in);
		return;
	}
	if (!given.s && project_of(file, v, &project))
		in->project = cx_str(cx_buf_cstr(&project));
	fd = open(file, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	if (fd < 0)
		cx_die(CX_FAIL, "%s: %s", file, strerror(errno));
	cx_access_read(fd, file, add_event, in);
	in->project = given;
}

/* The logs that hooks have left in the projects of the records. */
static void
read_hook_logs(struct input *in, const struct cx_vault *v)
{
	CX_AUTO_BUF name = CX_BUF_INIT;

	for (uint32_t i = 0; i < in->places.projects.n; i++) {
		int fd;

		in->project = in->places.projects.key[i];
		name.len = 0;
		cx_buf_str(&name, in->project);
		cx_buf_puts(&name, in->project.len ? "/" HOOK_LOG : HOOK_LOG);
		fd = cx_vault_open(v->fd, cx_buf_cstr(&name),
		    O_RDONLY | O_NONBLOCK);
		if (fd >= 0)
			cx_access_read(fd, name.s, add_event, in);
		else if (errno != ENOENT && errno != ENOTDIR)
			cx_die(CX_FAIL, "%s: %s", name.s, cx_file_error(errno));
	}
	in->project = cx_strn(NULL, 0);
}

void
read_logs(struct cx_tally *t, struct searches *s, const struct options *o,
    const struct cx_args *a)
{
	struct input in = {.tally = t, .searches = s};
	/* What is reported on is a vault; a fold is a filter. */
	bool vault = cx_common.vault || (s && a->argc == 0);
	struct cx_buf project = CX_BUF_INIT;
	CX_AUTO_VAULT v = {-1, NULL};
	struct cx_vault nowhere = {-1, NULL};

	if (o->in && strcmp(o->in, ".") != 0 && (o->in[0] == '/' ||
	    !cx_vault_relative(&project, &nowhere, cx_str(o->in))))
		cx_usage_die(a, "--in: '%s' is not a directory in a vault",
		    o->in);
	if (o->in)
		in.project = cx_str(cx_buf_cstr(&project));
	if (o->records)
		read_records(t, &in.places, o->records);
	if (vault)
		cx_vault_init(&v, cx_common.vault, NULL);
	for (int i = 0; i < a->argc; i++)
		read_operand(&in, a->argv[i], vault ? &v : NULL);
	if (vault && a->argc == 0) {
		cx_access_read_vault(v.fd, add_event, &in);
		read_hook_logs(&in, &v);
	}
	if (!vault && a->argc == 0)
		read_operand(&in, "-", NULL);
	places_release(&in.places);
	cx_buf_release(&in.path);
	cx_buf_release(&project);
	cx_tally_end(t);
}
