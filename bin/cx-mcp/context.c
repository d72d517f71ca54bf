/* get_memories, recall, capture: pipelines that do all of it. */
#include "cx-mcp.h"

void get_memories(struct call *c) { fail("FAILED", "%s", c->tool->name); }
void recall(struct call *c) { fail("FAILED", "%s", c->tool->name); }
void capture(struct call *c) { fail("FAILED", "%s", c->tool->name); }
