/* Completes and checks a draft. */
#include "new.h"

#include "lib/base/date.h"
#include "lib/config/config.h"
#include "lib/base/utf8.h"

#include <math.h>

#define NAME_MAX_CHARS 80

static void
check_known(struct draft *d, const struct settings *s, const char *field,
    struct cx_str value)
{
	CX_AUTO_BUF why = CX_BUF_INIT;

	if (!cx_known(s->config, cx_str(field), value, &why))
		draft_fail(d, "%s", cx_buf_cstr(&why));
}

static void
check_words(struct draft *d, const struct settings *s)
{
	if (!d->type.len)
		draft_fail(d, "no type; give one with --type or in the record");
	check_known(d, s, "type", d->type);
	if (!d->status.len)
		d->status = CX_STR("active");
	check_known(d, s, "status", d->status);
	if (d->trust.s && !cx_str_is(d->trust, "user") &&
	    !cx_str_is(d->trust, "agent") && !cx_str_is(d->trust, "external"))
		draft_fail(d, "trust '%.*s' is not known; there are user "
		    "agent external", (int)d->trust.len, d->trust.s);
}

static void
check_number(struct drafts *all, struct draft *d, const struct settings *s,
    enum number which)
{
	static const char *const fields[NUMBERS] = {"confidence",
	    "importance", "pnl_impact"};
	struct cx_str *n = &d->number[which];

	if (!n->s)
		return;
	*n = cx_arena_copy(&all->arena, cx_str_trim(*n));
	if (n->len)
		check_known(d, s, fields[which], *n);
	else
		draft_fail(d, "%s is empty", fields[which]);
}

static void
check_date(struct draft *d, const char *name, struct cx_str s)
{
	struct cx_date date;

	if (s.s && !cx_date_parse(s, &date))
		draft_fail(d, "%s '%.*s' is not a date; write YYYY-MM-DD", name,
		    (int)s.len, s.s);
}

static struct cx_str
today(struct drafts *all)
{
	CX_AUTO_BUF b = CX_BUF_INIT;

	cx_date_put(&b, cx_today());
	return cx_arena_copy(&all->arena, cx_buf_view(&b));
}

static void
check_dates(struct drafts *all, struct draft *d)
{
	if (!d->created.len)
		d->created = today(all);
	if (!d->updated.len)
		d->updated = today(all);
	check_date(d, "created", d->created);
	check_date(d, "updated", d->updated);
	check_date(d, "expires", d->expires);
}

/* Name and description out of the text, where they are not given. */
static void
from_text(struct drafts *all, struct draft *d)
{
	struct cx_str prose = cx_prose_first(d->body, false), from;
	struct cx_buf b = CX_BUF_INIT;

	if (!cx_str_trim(d->name).len) {
		from = cx_prose_first(d->body, true);
		cx_prose_cut(&b, from.len ? from : prose, NAME_MAX_CHARS);
		d->name = cx_arena_copy(&all->arena, cx_buf_view(&b));
	}
	if (!d->description.s) {
		b.len = 0;
		cx_prose_cut(&b, prose, CX_DESCRIPTION_MAX);
		d->description = cx_arena_copy(&all->arena, cx_buf_view(&b));
	}
	cx_buf_release(&b);
	if (!d->name.len)
		draft_fail(d, "no name, and no text to take one from");
}

/* Names of devices, which Windows cannot have as files, whatever follows the
 * dot. */
static bool
is_reserved(struct cx_str s)
{
	return CX_ONE_OF(s, "con", "prn", "aux", "nul") || (s.len == 4 &&
	    s.s[3] >= '0' && s.s[3] <= '9' &&
	    CX_ONE_OF(cx_strn(s.s, 3), "com", "lpt"));
}

static void
make_slug(struct drafts *all, struct draft *d)
{
	CX_AUTO_BUF b = CX_BUF_INIT;

	cx_prose_slug(&b, d->name);
	if (!b.len || is_reserved(cx_buf_view(&b))) {
		if (b.len)
			cx_buf_char(&b, '_');
		cx_prose_slug(&b, d->type);
	}
	if (!b.len)
		cx_buf_puts(&b, "atom");
	d->slug = cx_arena_copy(&all->arena, cx_buf_view(&b));
	b.len = 0;
	cx_utf8_lower(&b, d->stem);
	if (is_reserved(cx_buf_view(&b))) {
		b.len = 0;
		cx_buf_str(&b, d->stem);
		cx_buf_char(&b, '_');
		d->stem = cx_arena_copy(&all->arena, cx_buf_view(&b));
	}
}

/* Where it goes, and the project that comes with the place. */
static void
check_place(struct drafts *all, struct draft *d, const struct settings *s)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	bool given = d->dir.s != NULL;
	struct cx_str dir = given ? d->dir
				  : cx_config_type_dir(s->config, d->type);

	while (dir.len > 1 && dir.s[dir.len - 1] == '/')
		dir.len--;
	if (cx_str_is(dir, ".") || !dir.len) {
		dir = CX_STR("");
	} else if (!cx_vault_path_ok(dir) ||
	    cx_utf8_invalid(dir) < dir.len) {
		draft_fail(d, "dir '%.*s' is not a directory of the vault; "
		    "give it from the vault's root on", (int)dir.len, dir.s);
		return;
	}
	if (dir.len)
		cx_buf_fmt(&b, "%.*s/", (int)dir.len, dir.s);
	d->dir = cx_arena_copy(&all->arena, cx_buf_view(&b));
	cx_buf_str(&b, d->stem.s ? d->stem : d->slug);
	cx_buf_puts(&b, ".md");
	if (cx_ignore_path(s->ignore, cx_buf_view(&b)))
		draft_fail(d, "%s: the rules for notes leave this out; give "
		    "another name or --dir", cx_buf_cstr(&b));
	if (!d->project.len)
		d->project = cx_config_directory(s->config, cx_buf_view(&b),
		    cx_config_str(s->config, "projects", "default"));
	else
		check_known(d, s, "project", d->project);
}

void
draft_check(struct drafts *all, struct draft *d, const struct settings *s)
{
	if (d->kind_name.s)
		kind_check(all, d, s);
	else if (d->evidence.s)
		draft_fail(d, "evidence is for a kind; give one with --kind");
	if (d->failed)
		return;
	check_words(d, s);
	for (enum number i = 0; i < NUMBERS; i++)
		check_number(all, d, s, i);
	check_dates(all, d);
	from_text(all, d);
	if (d->kind)
		kind_summary(d);
	if (d->failed)
		return;
	make_slug(all, d);
	check_place(all, d, s);
	if (memchr(d->body.s ? d->body.s : "", '\0', d->body.len))
		draft_fail(d, "the text has a NUL byte; was it damaged, or is "
		    "it UTF-16?");
	if (d->body.len > CX_ATOM_MAX / 2)
		draft_fail(d, "the text has more than 2 MiB; put it into a "
		    "file of its own and link to that");
}
