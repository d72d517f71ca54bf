#include "lib/record/expiry.h"
#include "lib/base/date.h"
#include "lib/record/layer.h"

int64_t
cx_expires(const struct cx_record *rec)
{
	const struct cx_json *v = cx_record_member(rec, "expires");
	struct cx_date d;

	if (!v || v->type != CX_JSON_STRING ||
	    !cx_date_parse(cx_json_str(v), &d))
		return CX_NO_DAY;
	return d.day;
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
