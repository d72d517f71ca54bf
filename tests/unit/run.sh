#!/bin/sh
# run.sh BUILD NAME: runs one cmocka program for prove(1).
CMOCKA_MESSAGE_OUTPUT=TAP
export CMOCKA_MESSAGE_OUTPUT
"$1/unit/$2" 2>&1
