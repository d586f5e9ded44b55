#!/bin/sh
# PostgreSQL's container runs it once, on an empty volume. Atrium's role owns its database and may make others, for
# restores; it is no superuser. The superuser keeps no password: only a shell in the container can be it.
set -eu
psql --no-psqlrc --set=ON_ERROR_STOP=1 --username=postgres --dbname=postgres <<'END'
\getenv password POSTGRES_PASSWORD
create role atrium login createdb password :'password';
create database atrium owner atrium template template0 encoding 'UTF8' locale 'C.UTF-8';
revoke connect, temporary on database atrium from public;
alter role postgres password null;
END
