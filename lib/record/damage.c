#include "lib/record/damage.h"

enum cx_damage
cx_damage(const struct cx_json *record)
{
	enum cx_damage d = CX_DAMAGE_NONE;

	CX_JSON_EACH(p, cx_json_get(record, "problems")) {
		struct cx_str code = cx_json_gets(p, "code", CX_STR(""));

		if (cx_str_is(code, "conflict-marker"))
			return CX_DAMAGE_CONFLICT;
		/* What is only odd, such as a tag of YAML, was understood. */
		if (CX_ONE_OF(code, "unterminated", "yaml-invalid",
		    "not-a-mapping", "too-large", "too-deep", "documents",
		    "not-read"))
			d = CX_DAMAGE_UNREAD;
	}
	return d;
}

const char *
cx_damage_words(enum cx_damage d)
{
	switch (d) {
	case CX_DAMAGE_CONFLICT:
		return "two versions in conflict, ask the user which holds";
	case CX_DAMAGE_UNREAD:
		return "front matter not understood, what is shown of it may "
		    "be wrong";
	case CX_DAMAGE_NONE:
		break;
	}
	return NULL;
}
