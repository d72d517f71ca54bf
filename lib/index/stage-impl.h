/*
 * stage-impl.h: a stage, between stage.c, which writes it, and
 * stage-describe.c, which tells what is in it; for them alone.
 */
#ifndef CX_STAGE_IMPL_H
#define CX_STAGE_IMPL_H

#include "lib/base/checksum.h"
#include "lib/index/gen-impl.h"
#include "lib/base/handover.h"

struct file {
	char *name;
	uint64_t bytes;
	cx_gen_id digest;
	struct cx_blocks blocks;
	int fd;	 /* written to; -1 while the old one has the same */
	int old; /* of the current generation; -1 when it differs */
};

struct cx_stage {
	int parent;
	int lock; /* the parent's, while committing */
	cx_gen_id old_id; /* "" when there was no generation */
	int old;
	struct cx_buf temp; /* name of the directory, once it is one */
	int dir;
	struct file *files;
	size_t n, cap;
	bool open; /* the last of files is being written */
	struct cx_buf out;
	struct cx_buf chunk;
	struct cx_handover *handover;
	struct cx_digest digest;
	struct cx_gen_error error;
};

/* The id: the digest of a line NAME BYTES DIGEST a file, by name. */
void cx_stage_name(struct cx_stage *s, cx_gen_id id);

#endif
