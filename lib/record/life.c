#include "lib/record/life.h"

#include "lib/base/date.h"
#include "lib/record/layer.h"

#define REVIEW_AFTER 90

const char *const cx_due_names[CX_DUES] = {"overdue", "expired", "stale",
    "unreviewed"};

struct cx_str
cx_status_word(struct cx_str status, struct cx_str *target)
{
	struct cx_str word = CX_STR("");

	cx_str_split(&status, ':', &word);
	*target = cx_str_trim(status);
	return cx_str_trim(word);
}

bool
cx_status_is(struct cx_str status, const char *word)
{
	struct cx_str target;

	return cx_str_is(cx_status_word(status, &target), word);
}

bool
cx_status_ends(const struct cx_config *c, struct cx_str status)
{
	struct cx_str target;

	status = cx_status_word(status, &target);
	return CX_ONE_OF(status, "superseded", "archived", "invalidated",
	    "deprecated", "stale", "refined", "resolved", "fixed", "expired") ||
	    cx_config_until(c, status);
}

/* The day of a member; false if it has none. */
static bool
day_of(const struct cx_record *rec, const char *name, int64_t *day)
{
	const struct cx_json *v = cx_record_member(rec, name);
	struct cx_date d;

	if (!v || v->type != CX_JSON_STRING ||
	    !cx_date_parse(cx_json_str(v), &d))
		return false;
	*day = d.day;
	return true;
}

int64_t
cx_expires(const struct cx_record *rec)
{
	int64_t day;

	return day_of(rec, "expires", &day) ? day : CX_NO_DAY;
}

bool
cx_expired(int64_t last_day)
{
	return last_day != CX_NO_DAY && last_day < cx_today();
}

int64_t
cx_atom_weight(const struct cx_config *c, struct cx_str status,
    int64_t last_day)
{
	int64_t weight = cx_config_weight(c, status), archived;

	if (!cx_expired(last_day))
		return weight;
	archived = cx_config_weight(c, CX_STR("archived"));
	return archived < weight ? archived : weight;
}

static bool
has_ended(const struct cx_config *c, const struct cx_record *rec)
{
	return cx_status_ends(c, cx_record_str(rec, "status", CX_STR("")));
}

bool
cx_life_over(const struct cx_config *c, const struct cx_record *rec)
{
	return has_ended(c, rec) || cx_expired(cx_expires(rec));
}

static int64_t
moment(struct cx_str s)
{
	struct cx_date d;

	return cx_date_parse(s, &d) ? d.sec : INT64_MIN;
}

static int64_t
moment_of(const struct cx_record *rec, const char *name)
{
	const struct cx_json *v = cx_record_member(rec, name);

	return v && v->type == CX_JSON_STRING ? moment(cx_json_str(v)) :
	    INT64_MIN;
}

struct cx_touched
cx_last_touched(const struct cx_record *rec)
{
	int64_t created = moment_of(rec, "created");
	int64_t updated = moment(cx_record_updated(rec));
	int64_t reviewed = moment_of(rec, "reviewed");
	struct cx_touched s = {.edited = created > updated ? created : updated};

	s.seen = reviewed > s.edited ? reviewed : s.edited;
	return s;
}

/* Days since somebody last had the note before them; -1: not known. */
static int64_t
idle_days(const struct cx_record *rec)
{
	int64_t seen = cx_last_touched(rec).seen, day;

	/* It may have been edited since by who writes no `updated`. */
	if (moment(cx_record_updated(rec)) == INT64_MIN)
		return -1;
	day = cx_day_of(seen);
	return day < cx_today() ? cx_today() - day : 0;
}

/* How long ago a day was that nobody has reviewed the note after. */
static int64_t
passed(int64_t day, int64_t reviewed)
{
	return day < cx_today() && reviewed <= day ? cx_today() - day : 0;
}

struct cx_life
cx_life_of(const struct cx_config *c, const struct cx_record *rec)
{
	struct cx_str name = cx_record_str(rec, "type", CX_STR("unknown"));
	const struct cx_json *type = cx_config_type(c, name);
	int64_t day, reviewed = INT64_MIN, review = REVIEW_AFTER;
	struct cx_life l = {.idle = -1};
	bool limited;

	(void)day_of(rec, "reviewed", &reviewed);
	l.idle = idle_days(rec);
	if (has_ended(c, rec))
		return l;
	if (day_of(rec, "deadline", &day) || day_of(rec, "due", &day))
		l.days[CX_DUE_OVERDUE] = passed(day, reviewed);
	if (day_of(rec, "expires", &day))
		l.days[CX_DUE_EXPIRED] = passed(day, reviewed);
	limited = cx_json_geti(type, "review_after", &review);
	l.archive = cx_json_geti(type, "archive_after", &l.limit) &&
	    l.idle > l.limit;
	if (!l.archive)
		l.limit = review;
	/* A note without a type is from a vault where nobody reviews. */
	if (l.idle > l.limit && (limited || l.archive))
		l.days[CX_DUE_STALE] = l.idle;
	else if (l.idle > l.limit && !cx_str_is(name, "unknown"))
		l.days[CX_DUE_UNREVIEWED] = l.idle;
	return l;
}
