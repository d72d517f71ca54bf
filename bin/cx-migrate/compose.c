/* The new text of a note: what is added stands in its front matter, or in one
 * that is put before the text; the body stays byte for byte. */
#include "migrate.h"

void
composer_init(struct composer *c, const struct cx_config *config)
{
	*c = (struct composer){.config = config,
	    .editor = cx_editor_new(config),
	    .parser = cx_front_new(),
	    .maker = cx_atom_maker_new(config, false),
	    .json = cx_json_new()};
}

void
composer_release(struct composer *c)
{
	cx_editor_free(c->editor);
	cx_front_free(c->parser);
	cx_atom_maker_free(c->maker);
	cx_json_free(c->json);
	cx_arena_release(&c->arena);
	cx_buf_release(&c->line);
	cx_buf_release(&c->messages);
	cx_buf_release(&c->block);
	cx_buf_release(&c->result);
}

void
compose_read(struct composer *c, struct note *n)
{
	struct cx_atom_file f = {.path = n->path, .text = n->text,
	    .size = n->text.len, .mtime = n->mtime};
	const char *why;

	if (f.text.len > CX_ATOM_MAX)
		f.text.len = CX_ATOM_MAX;
	c->line.len = c->messages.len = 0;
	cx_atom_print(c->maker, &f, &c->line, &c->messages);
	cx_buf_room(&c->line, CX_JSON_PAD);
	n->record = cx_json_parse(c->json, c->line.s, c->line.len, &why);
	if (!n->record)
		cx_die(CX_FAIL, "%s: its record is not JSON: %s", n->path.s,
		    why);
	cx_arena_reset(&c->arena);
	cx_front_read(c->parser, n->text, &c->arena, &n->front);
	n->body = cx_str_from(n->text, n->front.body);
}

/* Front matter of its own, as the editor makes it of an empty one. */
static bool
put_block(struct composer *c, const struct note *n, struct cx_splices *e)
{
	size_t nl = 0;
	struct cx_str empty;

	while (nl < n->body.len && n->body.s[nl] != '\n')
		nl++;
	empty = nl && nl < n->body.len && n->body.s[nl - 1] == '\r'
	    ? CX_STR("---\r\n---\r\n") : CX_STR("---\n---\n");
	if (cx_edit_apply(c->editor, &n->edit, empty, e) != CX_EDIT_DONE)
		return false;
	c->block.len = 0;
	cx_splices_apply(&c->block, e, empty);
	e->n = e->text.len = 0;
	cx_splice_add(e, n->front.body, n->front.body,
	    cx_buf_view(&c->block));
	return true;
}

/* Whether the new text has front matter and the same body. */
static bool
reads_well(struct composer *c, const struct note *n,
    const struct cx_splices *splices)
{
	struct cx_front f;
	struct cx_str text;

	c->result.len = 0;
	cx_splices_apply(&c->result, splices, n->text);
	text = cx_buf_view(&c->result);
	cx_front_read(c->parser, text, &c->arena, &f);
	return f.found && !f.n_problems &&
	    cx_str_eq(cx_str_from(text, f.body), n->body);
}

const char *
compose(struct composer *c, const struct note *n,
    struct cx_splices *splices)
{
	switch (cx_edit_apply(c->editor, &n->edit, n->text, splices)) {
	case CX_EDIT_SAME:
		return NULL;
	case CX_EDIT_REFUSED:
		return cx_editor_why(c->editor);
	case CX_EDIT_NONE:
		if (!put_block(c, n, splices))
			return cx_editor_why(c->editor);
		break;
	case CX_EDIT_DONE:
		break;
	}
	return reads_well(c, n, splices) ? NULL
				: "1:1: front matter would not be read as "
				  "such here; write it by hand";
}
