/*
 * searchset.h: files that let a query read only what matches.
 *
 * They are plain text in a generation of index/ (gen.h), next to the views;
 * cx-formats(5) shows how to search them with look, grep and awk.  Numbers are
 * decimal.  Atoms are numbered from 0 in byte order of their paths, which is
 * the order of manifest.json.
 *
 * words	TERM DF OFFSET BYTES
 *	One line per term of names, labels and texts (doctext.h, by analyze.h
 *	without stop words), sorted by bytes.  DF atoms have it; their
 *	postings are the BYTES bytes at OFFSET of `postings`.
 * postings	TERM FIRST GAP[:TEXT[:NAMES[:LABELS]]] ...
 *	At most CX_POSTINGS_LINE postings a line.  FIRST is the number of the
 *	first atom, in 8 digits, so that the file is sorted by bytes.  The
 *	first GAP is 0, any other the distance to the previous atom.  Then
 *	come the frequencies in text, names and labels; trailing zeros are
 *	left out, and so is a single 1 for the text.
 * fieldwords	KIND WORD DF OFFSET BYTES
 * fields	KIND WORD FIRST GAP ...
 *	Dictionary and postings of other things:
 *	d n p	maximal runs of letters and digits in lower case (utf8.h) of
 *		description, name and path, for the keyword ranking
 *	j t	project and tags, whole, in lower case
 *	e	whole names (cx_search_exact)
 *	g	terms of tags, project and people
 *	h	whole headings (cx_doc_headings), as whole names are
 *	u	words of the date (cx_doc_date)
 *	In WORD, bytes up to 0x20, 0x7F and % are %HH (cx_search_escape).
 * bodywords	j PROJECT NUMBER ATOMS
 *		w WORD NUMBER:DF ...
 *	The number of bodies in each project that contain a word, for
 *	similar.h: not stemmed, with stop words, without single ASCII
 *	characters.  Only atoms that texts are compared with count
 *	(doctext.h); a project has ATOMS of them.  PROJECT is escaped as above.
 * docs.words docs.pairs docs.names docs.body docs.day docs.expires docs.status
 * docs.steps docs.record docs.links
 *	Columns: one line per atom, right-aligned, all as wide as the longest,
 *	so that line n begins at n times the width.  Words of text ·
 *	its pairs (analyze.h) · terms of names · terms of the
 *	body up to CX_BODY_MAX, `?` if it asks · day
 *	since 1970 of `updated`, - for none · the same of `expires` · number
 *	in meta.json's statuses · how many neighbours at one and at two steps
 *	(below) · offset of the record in manifest.json · of atoms 0,
 *	CX_LINKS_STEP and so on, offset of the line in `links`.
 *	They are separate because a query reads the first for each posting and
 *	the others for few, and narrow because it reads most of their pages:
 *	for a million notes, each byte of a line costs about .15 ms.
 * links	The atoms that link to or from the atom, ascending, separated by
 *	blanks.  An atom with more than CX_HUB of them is a hub: its line
 *	begins with `*`, it is in no other line, and docs.steps counts neither
 *	it nor paths through it; its own is 0 0.
 * linkkeys	KEY = ATOM ... and KEY < ATOM ...
 *	For a delta, in a base of [index] delta_from atoms or more: for each
 *	link key (resolve.h), escaped like WORD, the atoms that have it, and
 *	those with a link by it that the neighbours of these do not show: one
 *	that is broken, ambiguous, by id or name, to itself, or of a hub.
 * sums		Checksums of blocks of all files above and of the views, by
 *	file name (gen.h, checksum.h), to check the blocks that a query reads.
 * meta.json	schema, sizes of all these files, number of atoms and
 *	terms, sums of the lengths, the statuses, the analyzer.
 *
 * A delta next to the base (delta.h) has the same files except linkkeys, links
 * and the columns about neighbours, with CX_DELTA before their names, and dead,
 * atoms and near, described in cx-formats(5).
 */
#ifndef CX_SEARCHSET_H
#define CX_SEARCHSET_H

#include "lib/base/mem.h"

#define CX_SEARCH_SCHEMA 14
/* Prefix of the names of the files of a delta. */
#define CX_DELTA "delta."
#define CX_POSTINGS_LINE 1024
#define CX_HUB 64
#define CX_BODY_MAX 30
#define CX_LINKS_STEP 16
#define CX_HEADING_MAX 1023 /* bytes of one that is listed */

/* Widths of the columns, with the line end. */
enum cx_column {
	CX_BODY_WIDTH = 4,
	CX_STEP_WIDTH = 3, /* the first number in a line of ... */
	CX_STEPS_WIDTH = 8,
	CX_COLUMN_MAX = 17 /* for columns as wide as their longest number */
};

/* Appends s escaped for a file of words: bytes up to 0x20, 0x7F and % become
 * %HH, and an empty text a single %. */
void cx_search_escape(struct cx_buf *out, struct cx_str s);

#endif
