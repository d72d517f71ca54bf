/* Access to parsed JSON; the parser is in parse.c. */
#include "lib/json/json.h"

const struct cx_json *
cx_json_getn(const struct cx_json *obj, struct cx_str name)
{
	const struct cx_json *k;
	uint32_t from = 1;

	if (!obj || obj->type != CX_JSON_OBJECT)
		return NULL;
	if (obj->indexed)
		from = obj->u.first[cx_json_shape(name.s, name.len)];
	if (from == 0)
		return NULL;
	for (k = obj + from; k < obj + obj->span; k += 1 + k[1].span) {
		/* Many names are as long as another: look at the ends first. */
		if (k->len == name.len && (name.len == 0 ||
		    (k->u.s[0] == name.s[0] &&
			k->u.s[name.len - 1] == name.s[name.len - 1] &&
			memcmp(k->u.s, name.s, name.len) == 0)))
			return k + 1;
	}
	return NULL;
}

const struct cx_json *
cx_json_get(const struct cx_json *obj, const char *name)
{
	return cx_json_getn(obj, cx_str(name));
}

struct cx_str
cx_json_gets(const struct cx_json *obj, const char *name,
    struct cx_str fallback)
{
	const struct cx_json *v = cx_json_get(obj, name);

	return v && v->type == CX_JSON_STRING ? cx_json_str(v) : fallback;
}

bool
cx_json_getd(const struct cx_json *obj, const char *name, double *out)
{
	const struct cx_json *v = cx_json_get(obj, name);

	if (v && v->type == CX_JSON_INT)
		*out = (double)v->u.i;
	else if (v && v->type == CX_JSON_REAL)
		*out = v->u.d;
	else
		return false;
	return true;
}

bool
cx_json_geti(const struct cx_json *obj, const char *name, int64_t *out)
{
	const struct cx_json *v = cx_json_get(obj, name);

	if (!v || v->type != CX_JSON_INT)
		return false;
	*out = v->u.i;
	return true;
}
