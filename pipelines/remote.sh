# shellcheck shell=sh
# remote.sh: ranks the notes of this vault for cx-remote(1), as one part of
# several.  CORTEX_PART_CONFIG and CORTEX_PART_NOW are those of who asks.
. "${CORTEX_LIB:?run it as: cx remote --serve}/lib.sh"

fresh_asked=$1
shift
need_vault
need_index "$fresh_asked" >/dev/null </dev/null
# Rankings that need none must not ask for one.
CORTEX_CONFIG=$CORTEX_PART_CONFIG
CORTEX_NOW=$CORTEX_PART_NOW
export CORTEX_CONFIG CORTEX_NOW
exec cx-score -i index -C . --fresh=no "$@"
