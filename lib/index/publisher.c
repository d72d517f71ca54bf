#include "lib/index/publisher.h"
#include "lib/base/err.h"
#include "lib/file/publish.h"
#include "lib/file/vault.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What is derived is not for git, whatever the vault's own .gitignore says;
 * notes in a directory that somebody calls so are. */
static void
hide_from_git(const struct cx_publisher *p)
{
	static const char text[] = "# made again by cx rebuild\n"
	    "/.*\n/*.json\n/" CX_GENERATIONS "/\n";
	int fd = openat(p->fd, ".gitignore",
	    O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	int error = fd < 0 ? errno : cx_write_all(fd, text, strlen(text));

	if (fd >= 0 && close(fd) != 0 && !error)
		error = errno;
	if (!error || error == EEXIST)
		return;
	/* Half of one would pass for somebody's own the next time. */
	if (fd >= 0)
		(void)unlinkat(p->fd, ".gitignore", 0);
	cx_die(CX_FAIL, "%s/.gitignore: %s", p->path, strerror(error));
}

void
cx_publisher_open(struct cx_publisher *p)
{
	struct stat st;

	p->fd = cx_vault_named_dir(p->path, p->mode != CX_COMMIT);
	if (p->fd < 0)
		cx_die(CX_FAIL, "%s: %s", p->path, cx_file_error(errno));
	/* The first time, whoever has made the directory. */
	if (p->mode != CX_COMMIT && fstatat(p->fd, CX_GENERATIONS, &st,
	    AT_SYMLINK_NOFOLLOW) != 0)
		hide_from_git(p);
}

void
cx_publisher_close(struct cx_publisher *p)
{
	close(p->fd); /* only read */
	p->fd = -1;
}

static void
failed(const struct cx_publisher *p, const struct cx_gen_error *e)
{
	cx_die(CX_FAIL, "%s: cannot %s: %s; the files there are the old ones",
	    p->path, e->step, cx_file_error(e->error));
}

static void
report(struct cx_publisher *p, const struct cx_gen *gen, const char *id)
{
	switch (gen->status) {
	case CX_GEN_DONE:
	case CX_GEN_SAME:
		break;
	case CX_GEN_PASSED:
		cx_note("%s: another run has published since; its files stay",
		    p->path);
		break;
	case CX_GEN_NONE:
		if (id)
			cx_die(CX_FAIL, "%s: %s is not staged there; give the "
			    "id that --stage printed", p->path, id);
		cx_die(CX_FAIL, "%s: nothing is staged there; use --stage "
		    "first", p->path);
	case CX_GEN_MANY:
		cx_die(CX_FAIL, "%s: more than one is staged there; give the "
		    "id that --stage printed", p->path);
	case CX_GEN_FAILED:
		failed(p, &gen->error);
		break;
	}
	close(p->fd);
}

void
cx_publisher_commit(struct cx_publisher *p, const char *id, const char *note)
{
	struct cx_gen gen = cx_gen_commit(p->fd, id, note);

	report(p, &gen, id);
}

void
cx_publisher_commit_asked(struct cx_publisher *p, const struct cx_args *a,
    const char *note)
{
	if (a->argc > 1)
		cx_usage_die(a, "--commit takes one id, not also '%s'",
		    a->argv[1]);
	cx_publisher_open(p);
	cx_publisher_commit(p, a->argc ? a->argv[0] : NULL, note);
}

void
cx_publisher_stage(struct cx_publisher *p, struct cx_stage *s, cx_gen_id id)
{
	struct cx_gen_error error = cx_stage_end(s, id);

	if (error.error)
		failed(p, &error);
}

void
cx_publisher_end(struct cx_publisher *p, struct cx_stage *s)
{
	struct cx_gen gen;
	cx_gen_id id;

	if (p->mode == CX_OUT) {
		gen = cx_stage_commit(s);
		report(p, &gen, NULL);
		return;
	}
	cx_publisher_stage(p, s, id);
	cx_buf_puts(cx_out(), id);
	cx_buf_char(cx_out(), '\n');
	close(p->fd);
}
