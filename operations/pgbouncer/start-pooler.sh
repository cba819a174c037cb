#!/bin/sh
# Starts PgBouncer with the one user that may use it. Its password comes from the environment and is in no file of the
# image; a quotation mark in it would end the entry, so that it is doubled.
set -eu
umask 077
password=$(printf '%s' "${DATABASE_PASSWORD:?Set DATABASE_PASSWORD}" | sed 's/"/""/g')
printf '"futureworld" "%s"\n' "$password" > "${POOLER_USERS:-/run/pgbouncer/userlist.txt}"
unset DATABASE_PASSWORD password
exec pgbouncer "${POOLER_CONFIGURATION:-/etc/pgbouncer/pgbouncer.ini}"
