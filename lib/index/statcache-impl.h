/*
 * statcache-impl.h: what reading and writing stat caches share; for them
 * alone.
 */
#ifndef CX_STATCACHE_IMPL_H
#define CX_STATCACHE_IMPL_H

#define CX_STAT_HEAD "cx-stat 1"
/* "end " and 20 digits */
#define CX_STAT_END 25

#endif
