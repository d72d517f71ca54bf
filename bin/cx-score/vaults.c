/* --vaults: the notes of several vaults, ranked as if one held them all. */
#include "bin/cx-score/score.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#define LIST_MAX ((size_t)1 << 20)

/* DIRECTORY/NAME */
static const char *
below(struct settings *s, const char *dir, const char *name)
{
	CX_AUTO_BUF b = CX_BUF_INIT;

	cx_buf_fmt(&b, "%s/%s%c", dir, name, '\0');
	return cx_arena_copy(&s->vault_names, cx_buf_view(&b)).s;
}

static void
read_line(struct settings *s, struct cx_str line, const char *access_path,
    size_t *cap)
{
	CX_AUTO_BUF dir = CX_BUF_INIT;
	struct cx_str name;
	struct vault *v;
	size_t n = s->n_vaults;

	/* Those elsewhere are other parts. */
	if (s->parts && cx_str_has(line, CX_STR(":ssh://")))
		return;
	if (!cx_str_split(&line, ':', &name) || !name.len || !line.len ||
	    cx_str_has_control(name) || cx_str_has(name, CX_STR("/")))
		cx_die(CX_USAGE, "--vaults: not a line NAME:DIRECTORY");
	for (size_t i = 0; i < n; i++) {
		if (cx_str_eq(s->vaults[i].name, name))
			cx_die(CX_USAGE, "--vaults: two are named '%.*s'",
			    (int)name.len, name.s);
	}
	v = CX_NEXT(s->vaults, n, *cap);
	cx_buf_str(&dir, line);
	cx_buf_char(&dir, '\0');
	*v = (struct vault){.name = cx_arena_copy(&s->vault_names, name),
	    .dir = cx_arena_copy(&s->vault_names, cx_buf_view(&dir)).s};
	v->index = below(s, v->dir, "index");
	v->access = access_path ? below(s, v->dir, access_path) : NULL;
	if (!v->access || access(v->access, F_OK) != 0)
		v->access = "/dev/null";
	s->n_vaults = (uint32_t)n;
}

void
vaults_read(struct settings *s, const char *file, const char *access_path)
{
	int fd = strcmp(file, "-") == 0 ? STDIN_FILENO :
	    open(file, O_RDONLY | O_CLOEXEC);
	int err = fd < 0 ? errno : 0;
	CX_AUTO_BUF text = CX_BUF_INIT;
	struct cx_str rest, line;
	size_t cap = 0;

	if (!err)
		err = cx_read_fd(fd, &text, LIST_MAX);
	if (err)
		cx_die(CX_FAIL, "%s: %s", file, cx_file_error(err));
	if (fd != STDIN_FILENO)
		close(fd); /* was only read */
	rest = cx_buf_view(&text);
	while (cx_str_split(&rest, '\n', &line))
		read_line(s, line, access_path, &cap);
	if (!s->n_vaults)
		cx_die(CX_USAGE, "%s names no vault", file);
}

/* Terms of one analyzer can be counted together; other rankings need none. */
static bool
fits(const struct settings *s, const struct cx_search *set,
    struct cx_buf *wanted)
{
	struct cx_str made = cx_search_analyzer(set);
	struct cx_analyzer *a;

	if (!wanted->len) {
		a = cx_analyzer_for(s->config, made);
		cx_analyzer_describe(a, wanted);
		cx_analyzer_free(a);
	}
	return s->how.by != CX_RANK_RECALL ||
	    cx_str_eq(cx_buf_view(wanted), made);
}

void
vaults_open(struct settings *s)
{
	CX_AUTO_BUF wanted = CX_BUF_INIT;
	uint32_t n = 0;

	s->vault_sets = cx_calloc(s->n_vaults, sizeof *s->vault_sets);
	for (uint32_t i = 0; i < s->n_vaults; i++) {
		struct vault v = s->vaults[i];
		struct cx_search *set = cx_search_find_set(v.index);
		const char *why = !set ? "has no index that this version can "
		    "read; run cx rebuild there" : !fits(s, set, &wanted) ?
		    "has words of another language than the first; set [rank] "
		    "language in each of them" : NULL;

		if (why) {
			cx_error(CX_PARTIAL, "vault %.*s is left out: %s %s",
			    (int)v.name.len, v.name.s, v.dir, why);
			cx_search_close(set);
			continue;
		}
		s->vaults[n] = v;
		s->vault_sets[n++] = set;
	}
	if (n == 0)
		cx_die(CX_FAIL, "no vault can be searched");
	s->n_vaults = n;
}

void
vaults_join(struct settings *s, struct cx_pool *pool)
{
	s->vault_bodies = cx_calloc(s->n_vaults, sizeof *s->vault_bodies);
	for (uint32_t i = 0; i < s->n_vaults; i++) {
		if (s->how.blend)
			cx_blend_add(s->how.blend, s->vaults[i].access);
		s->vault_bodies[i] = s->bodies;
		s->vault_bodies[i].vault = s->vaults[i].dir;
	}
	cx_pool_join(pool, cx_search_union(s->vault_sets, s->n_vaults),
	    s->config, s->vault_bodies);
}

void
vaults_greet(struct settings *s)
{
	struct cx_search *set = s->n_vaults ? s->vault_sets[0] :
	    cx_search_open(s->index);
	CX_AUTO_BUF line = CX_BUF_INIT;
	struct cx_printer p = cx_printer(&line);

	cx_print_object(&p);
	cx_print_kint(&p, "part", CX_PARTS_VERSION);
	cx_print_karray(&p, "vaults");
	for (uint32_t i = 0; i < s->n_vaults; i++)
		cx_print_str(&p, s->vaults[i].name);
	cx_print_end(&p);
	cx_print_kstr(&p, "analyzer", s->how.by == CX_RANK_RECALL ?
	    cx_search_analyzer(set) : CX_STR(""));
	cx_print_line(&p);
	(void)cx_parts_ask(s->parts, cx_buf_view(&line));
	if (!s->n_vaults)
		cx_search_close(set);
}

uint32_t
vaults_find(const struct settings *s, struct cx_pool *pool,
    struct cx_str path)
{
	struct cx_str name;

	if (!s->n_vaults)
		return cx_records_find(&pool->records, 0, path);
	if (!cx_str_split(&path, ':', &name))
		return UINT32_MAX;
	for (uint32_t i = 0; i < s->n_vaults; i++) {
		if (cx_str_eq(s->vaults[i].name, name))
			return cx_records_find(&pool->records, i, path);
	}
	return UINT32_MAX;
}

void
vaults_path(const struct settings *s, const struct cx_pool *pool,
    uint32_t atom, struct cx_str json, struct cx_buf *out)
{
	struct cx_str name;

	if (s->n_vaults && json.len) {
		name = s->vaults[cx_search_part(pool->set, atom)].name;
		cx_buf_fmt(out, "\"%.*s:", (int)name.len, name.s);
		json = cx_str_from(json, 1);
	}
	cx_buf_str(out, json);
}

void
vaults_release(struct settings *s)
{
	for (uint32_t i = 0; i < s->n_vaults && s->vault_bodies; i++)
		cx_bodies_release(&s->vault_bodies[i]);
	free(s->vault_bodies);
	free(s->vault_sets);
	free(s->vaults);
	cx_arena_release(&s->vault_names);
}
