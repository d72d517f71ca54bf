/* Checks dates: validity, order, and whether the atom's time is over. */
#include "check.h"

#include "lib/base/date.h"
#include "lib/rank/query.h"
#include "lib/record/life.h"

/* What somebody meant who wrote 2026/4/1 or 2026.04.01. */
static bool
is_meant(struct cx_str s, struct cx_buf *out)
{
	int part[3] = {0}, digits[3] = {0}, i = 0;
	struct cx_date d;
	char sep = 0;

	for (size_t k = 0; k < s.len; k++) {
		char ch = s.s[k];

		if (ch >= '0' && ch <= '9' && digits[i] < 8) {
			part[i] = part[i] * 10 + (ch - '0');
			digits[i]++;
		} else if ((ch == '/' || ch == '.' || ch == '-') && i < 2 &&
		    (!sep || ch == sep)) {
			sep = ch;
			i++;
		} else {
			return false;
		}
	}
	if (i != 2 || digits[0] != 4 || digits[1] > 2 || digits[2] > 2)
		return false;
	cx_buf_fmt(out, "%04d-%02d-%02d", part[0], part[1], part[2]);
	return cx_date_parse(cx_buf_view(out), &d);
}

/* The same of who wrote Tuesday, 2 January 2024, or 3 May 2024 | 19:17, where
 * that is not all. */
static bool
is_in_words(struct cx_str s, struct cx_buf *out, bool *all)
{
	struct cx_str rest = s, date;
	int64_t day;

	if (!cx_query_date(&rest, &date, &day))
		return false;
	*all = date.len == cx_str_trim(s).len;
	cx_date_put(out, day);
	return true;
}

/* The date of a field, if it has one; else says so. */
static bool
read_date(const struct check *c, uint32_t atom, const struct text *t,
    const char *field, struct cx_str s, struct cx_date *d)
{
	CX_AUTO_BUF meant = CX_BUF_INIT;
	bool all = true;

	/* A template has no date yet; a year or month alone is meant so, as of
	 * a book. */
	if (s.len == 0 || cx_is_template(s) || cx_date_is_period(s))
		return false;
	if (cx_date_parse(s, d))
		return true;
	if (is_meant(s, &meant) || is_in_words(s, &meant, &all)) {
		if (all)
			with_fix(cx_str(field), cx_buf_view(&meant));
		report(c, atom, field_spot(c, t, field), BAD_DATE,
		    "%s '%.*s': write it %s", field, (int)s.len, s.s,
		    cx_buf_cstr(&meant));
	} else {
		report(c, atom, field_spot(c, t, field), BAD_DATE,
		    "%s '%.*s' is not a date; write it as YYYY-MM-DD", field,
		    (int)s.len, s.s);
	}
	return false;
}

static void
check_future(const struct check *c, uint32_t atom, const struct text *t,
    const char *field, const struct cx_date *d)
{
	CX_AUTO_BUF b = CX_BUF_INIT;

	/* Tomorrow is today somewhere. */
	if (d->day <= cx_today() + 1)
		return;
	cx_date_put(&b, d->day);
	report(c, atom, field_spot(c, t, field), FUTURE_DATE,
	    "%s %s has not come yet", field, cx_buf_cstr(&b));
}

/* Of what life.h knows, that for which the vault has set a date or limit. */
static void
check_life(const struct check *c, uint32_t atom, const struct cx_record *rec,
    const struct text *t)
{
	const struct cx_json *extra = cx_json_get(rec->root, "extra");
	struct cx_str type = cx_record_str(rec, "type", CX_STR(""));
	struct cx_str s = cx_json_gets(extra, "reviewed", CX_STR(""));
	struct cx_life l = cx_life_of(c->config, rec);
	struct cx_date d;

	/* A box to tick is not meant as a date. */
	if (!cx_str_is(s, "true") && !cx_str_is(s, "false"))
		read_date(c, atom, t, "reviewed", s, &d);
	s = cx_json_gets(extra, "expires", CX_STR(""));
	read_date(c, atom, t, "expires", s, &d);
	/* Also if somebody has reviewed it: it stays out of answers. */
	if (cx_expired(cx_expires(rec)) && !cx_status_ends(c->config,
	    cx_record_str(rec, "status", CX_STR(""))))
		report(c, atom, field_spot(c, t, "expires"), EXPIRED,
		    "expired on %.*s; archive it with cx-edit --archive, or "
		    "give it more time", (int)s.len, s.s);
	if (!l.days[CX_DUE_STALE])
		return;
	with_int("days", l.days[CX_DUE_STALE]);
	report(c, atom, field_spot(c, t, "updated"), STALE, "not touched for "
	    "%lld days: a note of type %.*s is to be %s after %lld",
	    (long long)l.days[CX_DUE_STALE], (int)type.len, type.s,
	    l.archive ? "archived" : "reviewed", (long long)l.limit);
}

void
check_dates(struct check *c, uint32_t atom, const struct cx_record *rec,
    const struct text *t)
{
	struct cx_str created = cx_record_str(rec, "created", CX_STR(""));
	struct cx_str updated = cx_record_str(rec, "updated", CX_STR(""));
	struct cx_date from, to;
	bool has_from, has_to, own;

	has_from = read_date(c, atom, t, "created", created, &from);
	/* cx-scan gives updated from created where it is not written. */
	own = t->file ? t->full >> UPDATED & 1
		       : !cx_str_eq(created, updated);
	if (own || has_from)
		has_to = own ? read_date(c, atom, t, "updated", updated, &to)
			     : (to = from, true);
	else
		has_to = cx_date_parse(updated, &to);
	if (has_from)
		check_future(c, atom, t, "created", &from);
	if (own && has_to)
		check_future(c, atom, t, "updated", &to);
	if (has_from && own && has_to &&
	    (from.has_time && to.has_time ? to.sec < from.sec
					  : to.day < from.day))
		report(c, atom, field_spot(c, t, "updated"), DATE_ORDER,
		    "updated %.*s is before created %.*s", (int)updated.len,
		    updated.s, (int)created.len, created.s);
	check_life(c, atom, rec, t);
}
