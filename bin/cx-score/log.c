#include "bin/cx-score/score.h"

#include "lib/access/access.h"
#include "lib/base/date.h"
#include "lib/file/vault.h"

#include <signal.h>

static void
put(struct log *l, struct cx_access_line e)
{
	e.ts = cx_now();
	e.source = cx_str(l->source);
	if (l->session)
		e.session = cx_str(l->session);
	cx_access_put(&l->lines, &e);
	l->events++;
}

void
log_result(struct log *l, const struct cx_record *rec, int64_t score)
{
	const struct cx_vault nowhere = {-1, NULL};
	CX_AUTO_BUF path = CX_BUF_INIT;

	if (l->results++ == 0)
		l->best = score >= 0 && score <= CX_ACCESS_MOST ? score : -1;
	if (l->results > l->top)
		return;
	if (cx_vault_relative(&path, &nowhere, cx_record_path(rec)))
		put(l, (struct cx_access_line){.kind = CX_ACCESS_EVENT,
		    .path = cx_buf_view(&path)});
	else
		cx_error(CX_PARTIAL, "%s:%zu: 'path' is not inside the vault; "
		    "the result is not logged", rec->file, rec->lineno);
}

void
log_end(struct log *l, struct cx_str query, const char *option,
    const struct cx_config *config)
{
	CX_AUTO_BUF name = CX_BUF_INIT;
	struct cx_access_result r;
	struct cx_vault vault;

	/* Who waits for the answer does not wait for the log. */
	if (l->source)
		cx_out_flush();
	if (l->source && query.len &&
	    cx_config_bool(config, "rank", "log_queries"))
		put(l, (struct cx_access_line){.kind = CX_ACCESS_SEARCH,
		    .query = query, .results = l->results,
		    .best = l->results ? l->best : -1});
	if (l->events) {
		/* Above a limit of the system a write fails; that is all. */
		signal(SIGXFSZ, SIG_IGN);
		cx_vault_init(&vault, option, cx_config_vault(config));
		r = cx_access_append(vault.fd, cx_now(),
		    cx_buf_view(&l->lines),
		    cx_config_bool(config, "access", "share"), &name);
		if (r.error)
			cx_note("%s: cannot %s it: %s; %lld %s lost",
			    cx_buf_cstr(&name), r.step,
			    cx_file_error(r.error), (long long)l->events,
			    l->events == 1 ? "event is" : "events are");
		cx_vault_release(&vault);
	}
	cx_buf_release(&l->lines);
}
