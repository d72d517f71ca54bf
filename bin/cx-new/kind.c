/*
 * Kinds: atoms of dense-context projects (cx-init(1)), whose kind follows from
 * the directory and whose names are numbers.
 */
#include "new.h"

#include "lib/base/screen.h"
#include "lib/base/utf8.h"
#include "lib/yaml/yamlout.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#define SUMMARY_MAX 300

static const struct kind kinds[] = {
    {"experiment", "experiments", "EXP-", 3, false, NULL,
	"## Background\n\n## Execution\n\n## Results\n\n## Conclusion\n\n"
	"## Reflection\n\n### Goal attainment\n\n### Unexpected findings\n\n"
	"### Process defects\n\n### Behavioral adjustments\n"},
    {"knowledge", "knowledge", "K-", 3, false, "evidence",
	"## Statement\n\n## Evidence\n\n## Scope & Limitations\n"},
    {"pattern", "patterns", "PAT-", 3, false, "source-experiments",
	"## Observation\n\n## Evidence\n\n"
	"| Experiment | What it shows |\n|---|---|\n|  |  |\n\n"
	"## Pattern Statement\n\n## Scope & Limitations\n\n"
	"## Implications\n"},
    {"decision", "decisions", "", 4, true, NULL, NULL}};

/* A decision that belongs to no project. */
static const struct kind root_decision = {"decision", "decisions", "DR-", 4,
    true, NULL, NULL};

static const char decision_text[] =
"## Context\n\n## Alternatives\n\n1. \n2. \n\n## Decision\n\n## Consequences\n";

static bool
is_dir(const struct settings *s, const char *path)
{
	CX_AUTO_CLOSE fd = cx_vault_open(s->vault->fd, path,
	    O_RDONLY | O_DIRECTORY);

	return fd >= 0;
}

static const struct kind *
find_kind(struct draft *d)
{
	const struct kind *k = NULL;

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (cx_str_is(d->kind_name, kinds[i].name))
			k = &kinds[i];
	if (!k)
		draft_fail(d, "kind '%.*s' is not known; there are experiment "
		    "knowledge pattern decision", (int)d->kind_name.len,
		    d->kind_name.s);
	return k;
}

static void
fail_project(struct draft *d, const char *dir)
{
	CX_AUTO_BUF command = CX_BUF_INIT;

	if (cx_put_command_word(&command, d->project))
		draft_fail(d, "there is no directory %s; make it with cx init "
		    "--project%s", dir, cx_buf_cstr(&command));
	else
		draft_fail(d, "there is no directory %s", dir);
}

/* Where it goes, from the vault's root on. */
static void
find_dir(struct drafts *all, struct draft *d, const struct settings *s)
{
	CX_AUTO_BUF b = CX_BUF_INIT;

	/* The vault is the context, or has it. */
	if (!is_dir(s, "projects") && is_dir(s, "context/projects"))
		cx_buf_puts(&b, "context/");
	if (d->project.len) {
		cx_buf_fmt(&b, "projects/%.*s", (int)d->project.len,
		    d->project.s);
		if (memchr(d->project.s, '/', d->project.len) ||
		    !cx_vault_path_ok(cx_buf_view(&b)) ||
		    !is_dir(s, cx_buf_cstr(&b)))
			fail_project(d, cx_buf_cstr(&b));
		cx_buf_char(&b, '/');
	} else if (cx_str_is(d->kind_name, "decision")) {
		d->kind = &root_decision;
	} else {
		draft_fail(d, "no project; say with --project to which it "
		    "belongs");
	}
	cx_buf_puts(&b, d->kind->dir);
	d->dir = cx_arena_copy(&all->arena, cx_buf_view(&b));
}

/* The members that name what it rests on: asked for, be it empty. */
static void
add_sources(struct draft *d)
{
	struct cx_str rest = d->evidence, piece;
	struct other *o = NULL;

	if (!d->kind->sources) {
		if (d->evidence.s)
			draft_fail(d, "evidence is for knowledge and "
			    "patterns");
		return;
	}
	for (size_t i = 0; i < d->n_others; i++)
		if (cx_str_is(d->others[i].key, d->kind->sources))
			o = &d->others[i];
	if (o && d->evidence.s) {
		draft_fail(d, "%s is given twice", d->kind->sources);
		return;
	}
	if (o)
		return;
	draft_member(d, cx_str(d->kind->sources), true);
	o = &d->others[d->n_others - 1];
	while (cx_str_split(&rest, ',', &piece)) {
		piece = cx_str_trim(piece);
		if (!piece.len)
			continue;
		*CX_NEXT(o->items.v, o->items.n,
		    o->items.cap) = (struct cx_edit_item){piece, CX_YAML_TEXT};
	}
}

void
kind_check(struct drafts *all, struct draft *d, const struct settings *s)
{
	d->kind = find_kind(d);
	if (!d->kind)
		return;
	if (d->type.len && !cx_str_is(d->type, d->kind->name))
		draft_fail(d, "type '%.*s' and kind '%s' differ; leave the "
		    "type out", (int)d->type.len, d->type.s, d->kind->name);
	d->type = cx_str(d->kind->name);
	if (d->dir.s)
		draft_fail(d, "the kind says where it goes; leave --dir out");
	find_dir(all, d, s);
	add_sources(d);
}

void
kind_summary(struct draft *d)
{
	if (!d->description.len)
		d->description = d->name;
	if (cx_utf8_prefix(d->description, SUMMARY_MAX).len <
	    d->description.len)
		draft_fail(d, "the summary has more than %d characters",
		    SUMMARY_MAX);
}

/* The number of a name of this kind; 0 if it has none.  EXP-12b belongs to
 * 12 and does not count, nor does what no number can be. */
static unsigned long
number_of(const struct kind *k, struct cx_str name)
{
	size_t n = strlen(k->prefix);
	uint64_t number;

	if (name.len < n || strncasecmp(name.s, k->prefix, n) != 0)
		return 0;
	name = cx_str_from(name, n);
	if (!cx_str_number(&name, 999999999, &number) || !name.len ||
	    (name.s[0] != '.' && (!k->slug || name.s[0] != '-')))
		return 0;
	return (unsigned long)number;
}

/* The highest number in the directory; false, having said why, if it cannot
 * be looked through. */
static bool
highest(struct draft *d, const struct settings *s, unsigned long *max)
{
	CX_AUTO_BUF path = CX_BUF_INIT;
	struct dirent *e;
	CX_AUTO_CLOSE fd = -1;
	CX_AUTO_DIR dir = NULL;

	*max = 0;
	cx_buf_str(&path, d->dir);
	if (path.len && path.s[path.len - 1] == '/')
		path.len--;
	fd = cx_vault_open(s->vault->fd, cx_buf_cstr(&path),
	    O_RDONLY | O_DIRECTORY);
	dir = fd < 0 ? NULL : cx_dir_stream(fd, ".");
	while (dir && (errno = 0, e = readdir(dir)) != NULL) {
		unsigned long n = number_of(d->kind, cx_str(e->d_name));

		if (n > *max)
			*max = n;
	}
	if (errno && (fd >= 0 || errno != ENOENT))
		draft_refuse(d, CX_FAIL, "%s: %s", path.s,
		    cx_file_error(errno));
	return !d->failed;
}

static void
name_it(struct places *p, struct draft *d, unsigned long n)
{
	CX_AUTO_BUF b = CX_BUF_INIT;

	cx_buf_fmt(&b, "%s%0*lu", d->kind->prefix, d->kind->digits, n);
	d->id = cx_arena_copy(&p->arena, cx_buf_view(&b));
	b.len = 0;
	cx_buf_fmt(&b, "%.*s%.*s", (int)d->dir.len, d->dir.s, (int)d->id.len,
	    d->id.s);
	if (d->kind->slug)
		cx_buf_char(&b, '-');
	for (size_t i = 0; d->kind->slug && i < d->slug.len; i++)
		cx_buf_char(&b, d->slug.s[i] == '_' ? '-' : d->slug.s[i]);
	cx_buf_puts(&b, ".md");
	d->path = cx_arena_copy(&p->arena, cx_buf_view(&b));
}

void
kind_take(struct places *p, struct draft *d, const struct settings *s)
{
	CX_AUTO_BUF key = CX_BUF_INIT;
	unsigned long max;
	uint32_t n = p->tried.n, k;

	if (!highest(d, s, &max))
		return;
	/* No path has such a key. */
	cx_buf_fmt(&key, "\n%.*s%s", (int)d->dir.len, d->dir.s,
	    d->kind->prefix);
	k = cx_map_put(&p->tried, cx_arena_copy(&p->arena,
	    cx_buf_view(&key)));
	if (k == n) {
		CX_GROW(p->next, n, p->cap_next);
		p->next[k] = 0;
	}
	/* Others of this input are not yet there; and who does not hold the
	 * lock may have made some since. */
	if (p->next[k] < max)
		p->next[k] = max;
	name_it(p, d, ++p->next[k]);
	places_add(p, d->path, d->id);
}

void
kind_template(struct cx_buf *b, const struct draft *d)
{
	cx_buf_fmt(b, "\n# %.*s: %.*s\n\n", (int)d->id.len, d->id.s,
	    (int)d->name.len, d->name.s);
	if (d->kind->text)
		cx_buf_puts(b, d->kind->text);
	else
		cx_buf_fmt(b, "## Date\n\n%.*s\n\n## Status\n\n%.*s\n\n%s",
		    (int)d->created.len, d->created.s, (int)d->status.len,
		    d->status.s, decision_text);
}
