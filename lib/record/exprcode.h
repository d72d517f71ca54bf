/*
 * exprcode.h: the code of compiled expressions; private to expr.c, which
 * generates it, and exprmatch.c, which runs it.
 *
 * The machine has one boolean register.  "a and b" compiles to a, IFNOT over b,
 * b; so evaluation needs no stack, and the rest of a decided chain is skipped.
 */
#ifndef CX_EXPRCODE_H
#define CX_EXPRCODE_H

#include "lib/record/expr.h"

enum cx_expr_opcode {
	CX_EXPR_TEST, /* register = tests[arg] */
	CX_EXPR_NOT,  /* register = not register */
	CX_EXPR_IF,   /* if register, jump to arg */
	CX_EXPR_IFNOT /* if not register, jump to arg */
};

struct cx_expr_code {
	enum cx_expr_opcode op;
	uint32_t arg;
};

enum cx_expr_op {
	CX_EXPR_IS, /* NAME alone */
	CX_EXPR_EQ,
	CX_EXPR_NE,
	CX_EXPR_LT,
	CX_EXPR_LE,
	CX_EXPR_GT,
	CX_EXPR_GE,
	CX_EXPR_HAS,
	CX_EXPR_SAME
};

enum cx_expr_when {
	CX_EXPR_NODATE,
	CX_EXPR_DAYS,  /* lo to hi are days, inclusive */
	CX_EXPR_MOMENT /* lo == hi, seconds */
};

#define CX_EXPR_PARTS 8

struct cx_expr_test {
	enum cx_expr_op op;
	bool only_extra;
	bool quoted;
	bool is_number;
	enum cx_expr_when when;
	unsigned nparts; /* 1 if the name has no dot */
	struct cx_str name;
	struct cx_str part[CX_EXPR_PARTS];
	struct cx_str value; /* for HAS, in lower case; for SAME, its key */
	double number;
	int64_t lo, hi;
};

struct cx_expr {
	struct cx_arena arena; /* names and values */
	struct cx_expr_code *code;
	size_t ncode, code_cap;
	struct cx_expr_test *test;
	size_t ntest, test_cap;
	struct cx_buf scratch;
};

/* Parses JSON's number syntax (RFC 8259, 6), also with leading "+" or zeros;
 * finite.  Returns false for anything else, such as hexadecimal, "nan" or
 * "1_000". */
bool cx_expr_number(struct cx_str s, double *out);

#endif
