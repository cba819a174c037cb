#!/bin/sh
# Starts PgBouncer with its only user. The password comes from the environment, so that no file of the image contains
# it. Quotation marks in it are doubled, because they would end the entry.
set -eu
umask 077
password=$(printf '%s' "${DATABASE_PASSWORD:?Set DATABASE_PASSWORD}" | sed 's/"/""/g')
printf '"futureworld" "%s"\n' "$password" > "${POOLER_USERS:-/run/pgbouncer/userlist.txt}"
unset DATABASE_PASSWORD password
exec pgbouncer "${POOLER_CONFIGURATION:-/etc/pgbouncer/pgbouncer.ini}"
