/* Whose lock a file needs: that of the vault it is in, wherever we are. */
#include "moc.h"

#include <errno.h>
#include <stdlib.h>

#include "lib/base/err.h"
#include "lib/record/pending.h"
#include "lib/file/publish.h"

/* The vault at path, held; NULL if there is none. */
static struct moc_vault *
hold(struct moc_vaults *vs, const char *path)
{
	struct moc_vault *x;
	struct cx_vault v;

	if (!cx_vault_hold(&v, path)) {
		if (errno == ENOENT || errno == ENOTDIR)
			return NULL;
		cx_die(CX_FAIL, "%s: %s", path, cx_file_error(errno));
	}
	for (size_t i = 0; i < vs->n; i++)
		if (strcmp(vs->v[i]->vault.path, v.path) == 0) {
			cx_vault_release(&v);
			return vs->v[i];
		}
	x = cx_malloc(sizeof *x);
	*x = (struct moc_vault){.vault = v, .lock = CX_LOCK_NONE};
	*CX_NEXT(vs->v, vs->n, vs->cap) = x;
	return x;
}

/* The vault that we are in or were told of, if a file of this directory is in
 * that; else the nearest around it.  NULL, or with the way there in vs. */
static struct moc_vault *
find(struct moc_vaults *vs, const char *dir)
{
	char *real = realpath(dir, NULL);
	CX_AUTO_BUF b = CX_BUF_INIT, file = CX_BUF_INIT;
	struct moc_vault *x = NULL;

	if (!real && errno != ENOENT && errno != ENOTDIR)
		cx_die(CX_FAIL, "%s: %s", dir, cx_file_error(errno));
	if (!vs->looked && cx_vault_find(&b, NULL, NULL) != CX_VAULT_NONE)
		vs->ours = hold(vs, cx_buf_cstr(&b));
	vs->looked = true;
	if (real)
		cx_buf_fmt(&file, "%s/x", real);
	vs->way.len = 0;
	if (vs->ours && cx_vault_relative(&vs->way, &vs->ours->vault,
	    cx_buf_view(&file)))
		x = vs->ours;
	else if (real && cx_vault_around(&b, real))
		x = hold(vs, cx_buf_cstr(&b));
	if (x && x != vs->ours && !cx_vault_relative(&vs->way, &x->vault,
	    cx_buf_view(&file)))
		x = NULL; /* moved meanwhile */
	if (x)
		vs->way.len--; /* without the x */
	free(real);
	return x;
}

struct moc_vault *
moc_vault_of(struct moc_vaults *vs, const char *file, int dirfd,
    struct cx_buf *path)
{
	const char *slash = strrchr(file, '/');
	const char *name = slash ? slash + 1 : file;
	struct cx_buf dir = CX_BUF_INIT;

	cx_buf_add(&dir, file, (size_t)(name - file));
	if (!dir.len)
		cx_buf_char(&dir, '.');
	if (!cx_str_eq(cx_buf_view(&dir), cx_buf_view(&vs->dir))) {
		vs->last = find(vs, cx_buf_cstr(&dir));
		if (!vs->last && dirfd >= 0)
			(void)cx_temp_clean(dirfd);
		vs->dir.len = 0;
		cx_buf_str(&vs->dir, cx_buf_view(&dir));
	}
	cx_buf_release(&dir);
	path->len = 0;
	if (vs->last)
		cx_buf_str(path, cx_buf_view(&vs->way));
	cx_buf_puts(path, name);
	cx_buf_cstr(path);
	return vs->last;
}

static int
by_path(const void *va, const void *vb)
{
	struct moc_vault *const *a = va, *const *b = vb;

	return strcmp((*a)->vault.path, (*b)->vault.path);
}

void
moc_vaults_lock(struct moc_vaults *vs)
{
	/* In one order, so that no two of us wait for each other. */
	CX_SORT(vs->v, vs->n, by_path);
	for (size_t i = 0; i < vs->n; i++) {
		struct moc_vault *x = vs->v[i];

		if (!x->wanted && !cx_lock_noted(x->vault.fd))
			continue;
		if (!cx_lock(&x->lock, x->vault.fd))
			cx_die(CX_FAIL, "%s/.cortex/lock: %s; nothing was "
			    "changed", x->vault.path, cx_file_error(errno));
		(void)cx_move_pending(x->vault.fd);
	}
}

void
moc_vaults_release(struct moc_vaults *vs)
{
	for (size_t i = 0; i < vs->n; i++) {
		cx_unlock(&vs->v[i]->lock);
		cx_vault_release(&vs->v[i]->vault);
		free(vs->v[i]);
	}
	free(vs->v);
	cx_buf_release(&vs->dir);
	cx_buf_release(&vs->way);
}
