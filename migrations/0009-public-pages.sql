-- What pages are made of: the number changes with it, in the same transaction. Whoever keeps pages compares it.
create table content_version (
  id boolean primary key default true check (id),
  version integer not null
);
insert into content_version (version) values (1);

create function note_content_change() returns trigger language plpgsql as $$
begin
  update content_version set version = version + 1;
  return null;
end $$;

-- At the commit, so that a long change makes no other one wait; and only for rows that did change.
create constraint trigger market_content after insert or update or delete on market
  deferrable initially deferred for each row execute function note_content_change();
create constraint trigger package_content after insert or update or delete on package
  deferrable initially deferred for each row execute function note_content_change();
create constraint trigger package_version_content after insert or update or delete on package_version
  deferrable initially deferred for each row execute function note_content_change();
create constraint trigger package_line_content after insert or update or delete on package_line
  deferrable initially deferred for each row execute function note_content_change();
create constraint trigger company_content after insert or update or delete on company
  deferrable initially deferred for each row execute function note_content_change();
