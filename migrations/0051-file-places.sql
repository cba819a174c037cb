-- The content of a file may stand outside the database: at an address of FILES_STORE, under a key that nothing else had.
alter table stored_file
  -- null: in file_piece
  add column place text check (char_length(place) between 1 and 1000),
  add column key uuid,
  -- unknown of files from before
  add column sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  add check ((place is null) = (key is null)),
  add check (place is null or sha256 is not null),
  add unique (place, key);

-- Content outside the database that no row of a file stands for: not yet, while it is on its way, or no more. It is
-- removed at this time and forgotten here once it is gone, however often that has to be tried.
create table file_removal (
  place text not null,
  key uuid not null,
  remove_after timestamptz not null,
  primary key (place, key)
);
create index file_removal_due on file_removal (remove_after);

-- Whatever deletes the row, the content goes with it.
create function remember_file_removal() returns trigger language plpgsql as $$
begin
  insert into file_removal (place, key, remove_after) values (old.place, old.key, now());
  return null;
end
$$;
create trigger remember_removal after delete on stored_file
  for each row when (old.place is not null) execute function remember_file_removal();
