/* list_projects, memory_status: counts. */
#include "cx-mcp.h"

#include "lib/base/date.h"
#include "lib/base/map.h"
#include "lib/file/vault.h"
#include "lib/record/damage.h"
#include "lib/record/life.h"
#include "lib/text/doctext.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#define INDEX "index"
#define PAGE 50

struct project {
	struct cx_str name;
	int64_t atoms, newest; /* newest: a day, 0 for none */
};

static void
print_projects(struct project *all, size_t n, int64_t from)
{
	CX_AUTO_BUF object = CX_BUF_INIT, text = CX_BUF_INIT, b = CX_BUF_INIT;
	struct cx_printer p = cx_printer(&object);

	cx_buf_fmt(&text, "%zu project%s%s", n, n == 1 ? "" : "s",
	    n ? ":" : "");
	cx_print_object(&p);
	cx_print_karray(&p, "projects");
	for (size_t i = (size_t)from; i < n && i < (size_t)from + PAGE; i++) {
		b.len = 0;
		cx_print_object(&p);
		print_clean(&p, "name", all[i].name);
		cx_print_kint(&p, "atoms", all[i].atoms);
		cx_buf_puts(&text, "\n- ");
		put_quoted(&text, all[i].name);
		cx_buf_fmt(&text, " %lld", (long long)all[i].atoms);
		if (all[i].newest) {
			b.len = 0;
			cx_date_put(&b, all[i].newest);
			cx_print_kstr(&p, "newest", cx_buf_view(&b));
			cx_buf_fmt(&text, ", newest %s", cx_buf_cstr(&b));
		}
		cx_print_end(&p);
	}
	cx_print_end(&p);
	if ((size_t)from + PAGE < n) {
		b.len = 0;
		cx_buf_fmt(&b, "%lld", (long long)from + PAGE);
		cx_print_kstr(&p, "next_cursor", cx_buf_view(&b));
	}
	cx_print_end(&p);
	answer(cx_buf_view(&object), cx_buf_view(&text));
}

struct projects {
	struct cx_arena names;
	struct cx_map map;
	struct project *all;
	size_t cap;
};

static void
projects_release(struct projects *l)
{
	cx_map_release(&l->map);
	cx_arena_release(&l->names);
	free(l->all);
	*l = (struct projects){.cap = 0};
}

static void
count_projects(const struct call *c, struct projects *l, const char *index)
{
	struct cx_reader *reader = cx_reader_index(index);
	struct cx_record rec;
	struct cx_date d;

	while (cx_reader_next(reader, &rec)) {
		struct cx_str name = cx_record_str(&rec, "project",
		    CX_STR(CX_NO_PROJECT));
		uint32_t i = cx_map_get(&l->map, name);

		if (!call_covers(c, name))
			continue;
		if (i == CX_MAP_NONE) {
			name = cx_arena_copy(&l->names, name);
			i = cx_map_put(&l->map, name);
			CX_GROW(l->all, i, l->cap);
			l->all[i] = (struct project){name, 0, 0};
		}
		l->all[i].atoms++;
		if (cx_date_parse(cx_record_updated(&rec), &d) &&
		    (!l->all[i].newest || d.day > l->all[i].newest))
			l->all[i].newest = d.day;
	}
	cx_reader_close(reader);
}

/* Of several vaults, as their indexes are. */
static void
count_vaults(struct call *c, struct projects *l)
{
	const char *const argv[] = {"cx-config", "--vaults", c->about->vaults,
	    NULL};
	struct cx_str rest, name, dir;
	CX_AUTO_BUF index = CX_BUF_INIT;
	AUTO_RAN r = {0};

	run(c, &r, argv, CX_STR(""), 0);
	put_clean(&answer_note, cx_buf_view(&r.err), " ");
	rest = cx_buf_view(&r.out);
	while (call_next_vault(&rest, &name, &dir)) {
		if (cx_str_starts(dir, CX_STR("ssh://"))) {
			cx_buf_fmt(&answer_note, "The vault %.*s is on another "
			    "machine and not counted. ", (int)name.len,
			    name.s);
			continue;
		}
		index.len = 0;
		cx_buf_fmt(&index, "%.*s/" INDEX "/manifest.json",
		    (int)dir.len, dir.s);
		if (access(cx_buf_cstr(&index), R_OK) == 0) {
			index.len -= strlen("/manifest.json");
			count_projects(c, l, cx_buf_cstr(&index));
		} else {
			cx_buf_fmt(&answer_note, "The vault %.*s has no "
			    "index. ", (int)name.len, name.s);
		}
	}
}

void
list_projects(struct call *c)
{
	int64_t from = arg_cursor(c);
	struct projects l = {.cap = 0};

	call_scope(c, NULL);
	do {
		if (!c->isolated)
			c->project.len = 0;
		projects_release(&l);
		if (!c->about->vaults || c->isolated)
			count_projects(c, &l, INDEX);
	} while (call_renewed(c));
	if (c->about->vaults && !c->isolated)
		count_vaults(c, &l);
	CX_SORT(l.all, l.map.n, cx_order_str);
	print_projects(l.all, l.map.n, from);
	projects_release(&l);
}

struct status {
	int64_t atoms, active, open, stale, overdue, conflicts, unread;
};

static void
count(const struct call *c, struct status *s, const struct cx_record *rec)
{
	struct cx_str status = cx_record_str(rec, "status", CX_STR("active"));
	struct cx_life l = cx_life_of(c->config, rec);

	if (!call_covers(c, cx_record_str(rec, "project",
	    CX_STR(CX_NO_PROJECT))))
		return;
	s->atoms++;
	s->conflicts += cx_damage(rec->root) == CX_DAMAGE_CONFLICT;
	s->unread += cx_damage(rec->root) == CX_DAMAGE_UNREAD;
	if (cx_status_ends(c->config, status))
		return;
	s->active++;
	s->open += cx_status_is(status, "open");
	s->stale += l.days[CX_DUE_STALE] > 0;
	s->overdue += l.days[CX_DUE_OVERDUE] || l.days[CX_DUE_EXPIRED];
}

static void
count_index(const struct call *c, struct status *s)
{
	struct cx_reader *index = cx_reader_index(INDEX);
	struct cx_record rec;

	while (cx_reader_next(index, &rec))
		count(c, s, &rec);
	cx_reader_close(index);
}

/* What is odd about the configuration: settings that do not apply, for one. */
static void
print_warnings(struct cx_printer *p, struct cx_str rest, struct cx_buf *text)
{
	const struct cx_str prog = CX_STR("cx-config: ");
	struct cx_str line;

	cx_print_karray(p, "warnings");
	while (cx_str_split(&rest, '\n', &line)) {
		if (cx_str_starts(line, prog))
			line = cx_str_from(line, prog.len);
		cx_print_str(p, line);
		cx_buf_puts(text, "; ");
		put_quoted(text, line);
	}
	cx_print_end(p);
}

/* Captured events in a directory of inbox; what cannot be looked at has none,
 * as cx normalize will say. */
static int64_t
events(const char *path)
{
	CX_AUTO_DIR dir = cx_dir_stream(AT_FDCWD, path);
	struct dirent *e;
	int64_t n = 0;

	while (dir && (e = readdir(dir)))
		n += cx_str_starts(cx_str(e->d_name), CX_STR("evt-")) &&
		    cx_str_ends(cx_str(e->d_name), CX_STR(".md"));
	return n;
}

/* What was captured and is not a memory yet. */
static void
put_inbox(struct cx_printer *p, struct cx_buf *text)
{
	int64_t waits = events("inbox/pending");
	int64_t failed = events("inbox/failed");

	if (!waits && !failed)
		return;
	cx_print_kobject(p, "captured");
	cx_print_kint(p, "waiting", waits);
	cx_print_kint(p, "failed", failed);
	cx_print_end(p);
	cx_buf_fmt(text, "; captured: %lld waiting (the user can run cx "
	    "normalize), %lld failed (inbox/failed)", (long long)waits,
	    (long long)failed);
}

/* What a person has to mend. */
static void
put_damaged(struct cx_printer *p, const struct status *s, struct cx_buf *text)
{
	if (!s->conflicts && !s->unread)
		return;
	cx_print_kobject(p, "damaged");
	cx_print_kint(p, "in_conflict", s->conflicts);
	cx_print_kint(p, "front_matter_not_understood", s->unread);
	cx_print_end(p);
	cx_buf_fmt(text, "; damaged: %lld in conflict, %lld with front matter "
	    "that is not understood (the user can run cx check)",
	    (long long)s->conflicts, (long long)s->unread);
}

void
memory_status(struct call *c)
{
	CX_AUTO_BUF object = CX_BUF_INIT, text = CX_BUF_INIT;
	CX_AUTO_BUF said = CX_BUF_INIT;
	struct cx_printer p = cx_printer(&object);
	struct status s = {0};
	struct cx_str scope;
	bool fresh;

	call_scope(c, "project");
	(void)call_renewed(c);
	fresh = !c->behind;
	count_index(c, &s);
	scope = c->project.len ? cx_buf_view(&c->project) : CX_STR("*");
	cx_print_object(&p);
	print_clean(&p, "project", scope);
	cx_print_kint(&p, "atoms", s.atoms);
	cx_print_kint(&p, "active", s.active);
	cx_print_kint(&p, "open", s.open);
	cx_print_kint(&p, "stale", s.stale);
	cx_print_kint(&p, "overdue", s.overdue);
	cx_print_kobject(&p, "index");
	cx_print_kbool(&p, "fresh", fresh);
	cx_print_end(&p);
	put_damaged(&p, &s, &said);
	put_inbox(&p, &said);
	if (c->warnings.len)
		print_warnings(&p, cx_buf_view(&c->warnings), &said);
	cx_print_end(&p);
	put_quoted(&text, scope);
	cx_buf_fmt(&text, ": %lld memor%s, %lld open, %lld stale, %lld "
	    "overdue; the index is %s", (long long)s.atoms,
	    s.atoms == 1 ? "y" : "ies", (long long)s.open, (long long)s.stale,
	    (long long)s.overdue, fresh ? "fresh" : "behind");
	cx_buf_str(&text, cx_buf_view(&said));
	answer(cx_buf_view(&object), cx_buf_view(&text));
}
