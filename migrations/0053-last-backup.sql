-- When a backup was last made, so that whoever watches learns of a night without one. One row at most.
create table last_backup (
  is_only boolean primary key default true check (is_only),
  made_at timestamptz not null
);
