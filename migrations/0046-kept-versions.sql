-- Whoever bought a version of a package keeps it: what is written stays, and nothing is added to what was ever sold.
create trigger package_version_never_changes before update or delete on package_version
  for each row execute function refuse_change();
create trigger package_version_stays before truncate on package_version
  for each statement execute function refuse_change();
create trigger package_line_never_changes before update or delete on package_line
  for each row execute function refuse_change();
create trigger package_line_stays before truncate on package_line
  for each statement execute function refuse_change();

create function refuse_line_of_sold_version() returns trigger language plpgsql set search_path from current as $$
begin
  if exists (select from package where id = new.package_id and current_version >= new.version) then
    raise exception 'Version % of % is sold already', new.version, new.package_id
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger package_line_of_new_version before insert on package_line
  for each row execute function refuse_line_of_sold_version();

-- What of the inbox waits for an answer, the longest waiting first.
create index message_waiting_idx on message (received_at, id)
  where spam_reason is null and state in ('new', 'in-progress');

-- Staff among the accounts, newest first.
create index account_staff_idx on account (created_at desc, id desc) where role <> 'member' and deleted_at is null;

-- What the owner adds to the legal pages, as text: the rest of them says what the site itself does.
alter table company
  add column legal_notes jsonb not null default '{"privacy": "", "terms": ""}' check (jsonb_typeof(legal_notes) = 'object');
