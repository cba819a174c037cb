-- The library of the queue makes its tables under a lock and its schema before that: of several processes that begin on
-- an empty database at once, all but one would end on it.
create schema if not exists pgboss;
