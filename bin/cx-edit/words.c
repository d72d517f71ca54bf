/* Edits as words of the command line, and those of verbs. */
#include "edit.h"

#include "lib/base/date.h"
#include "lib/config/known.h"
#include "lib/base/utf8.h"

bool
word_is_edit(const char *word)
{
	return word[strcspn(word, "=/")] == '=';
}

bool
is_date_field(struct cx_str field)
{
	static const char *const names[] = {"created", "updated", "reviewed",
	    "expires"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (cx_str_is(field, names[i]))
			return true;
	return cx_str_ends(field, CX_STR("_at"));
}

static void
set_today(struct cx_edit *e, struct cx_str field)
{
	struct cx_buf b = CX_BUF_INIT;

	cx_date_put(&b, cx_today());
	cx_edit_set(e, field, cx_buf_view(&b), 0);
	cx_buf_release(&b);
}

static const char *
set(struct cx_edit *e, struct cx_str key, struct cx_str value)
{
	struct cx_date d;
	bool date = is_date_field(key);

	if (cx_str_is(key, "id") && !value.len)
		return "an atom keeps its id: give another one, or none of "
		    "this";
	if (date && cx_str_is(value, "today")) {
		set_today(e, key);
		return NULL;
	}
	if (date && value.len && !cx_date_parse(value, &d))
		return "no date: write YYYY-MM-DD, or today";
	cx_edit_set(e, key, value, 0);
	return NULL;
}

bool
has_commas(struct cx_str key)
{
	return cx_str_is(key, "tags") || cx_str_is(key, "tag") ||
	    cx_str_is(key, "keywords");
}

/* += and -=; tags and keywords may be several, with commas. */
static const char *
change(struct cx_edit *e, struct cx_str key, struct cx_str value, bool add)
{
	bool split = has_commas(key);
	struct cx_str piece;
	size_t n = 0;

	while (cx_str_split(&value, split ? ',' : '\0', &piece)) {
		piece = cx_str_trim(piece);
		if (!piece.len)
			continue;
		if (add)
			cx_edit_add(e, key, piece, 0);
		else
			cx_edit_remove(e, key, piece);
		n++;
	}
	return n ? NULL : "nothing behind the =";
}

const char *
word_read(struct cx_edit *e, const char *word)
{
	struct cx_str key = cx_strn(word, strcspn(word, "="));
	struct cx_str value = cx_str(word + key.len + 1);
	char op = key.len ? key.s[key.len - 1] : '\0';

	if (cx_utf8_invalid(cx_str(word)) < strlen(word))
		return "not UTF-8";
	if (op == '+' || op == '-')
		key.len--;
	key = cx_str_trim(key);
	if (!key.len)
		return "no field before the =";
	if (op == '+' || op == '-')
		return change(e, key, value, op == '+');
	return set(e, key, value);
}

bool
edit_known(const struct cx_edit *e, const struct cx_config *config,
    const struct cx_record *rec)
{
	struct cx_buf why = CX_BUF_INIT;
	bool ok = true;

	for (size_t i = 0; i < e->n; i++) {
		const struct cx_edit_items *put = &e->v[i].put;

		for (size_t k = 0; k < put->n; k++) {
			if (cx_known(config, e->v[i].key, put->v[k].text, &why))
				continue;
			ok = false;
			if (rec)
				cx_error(CX_PARTIAL, "%s:%zu: %s", rec->file,
				    rec->lineno, cx_buf_cstr(&why));
			else
				cx_error(CX_USAGE, "%s", cx_buf_cstr(&why));
		}
	}
	cx_buf_release(&why);
	return ok;
}

void
verb_edit(struct cx_edit *e, enum verb verb)
{
	switch (verb) {
	case VERB_ARCHIVE:
		cx_edit_set(e, CX_STR("status"), CX_STR("archived"), 0);
		set_today(e, CX_STR("updated"));
		break;
	case VERB_RESTORE:
		cx_edit_set(e, CX_STR("status"), CX_STR("active"), 0);
		set_today(e, CX_STR("updated"));
		break;
	case VERB_PIN:
		cx_edit_set(e, CX_STR("pinned"), CX_STR("true"), 0);
		break;
	case VERB_UNPIN:
		cx_edit_unset(e, CX_STR("pinned"));
		break;
	case VERB_REVIEW:
		set_today(e, CX_STR("reviewed"));
		break;
	case VERB_TOUCH:
		set_today(e, CX_STR("updated"));
		break;
	case VERB_NONE:
	case VERB_SUPERSEDE:
		break;
	}
}
