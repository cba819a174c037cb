-- Counters of attempts, shared by every process. Keys are hashes: no address of a person stands here.
create table attempt_limit (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
create index attempt_limit_expire_idx on attempt_limit (expire);
