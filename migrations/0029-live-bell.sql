-- Open pages are told that something of a member's has changed: their bell, or whether they may still read it. It is a
-- signal with the member's id and nothing else; whoever hears it looks for themselves. It leaves with the commit.
-- A trigger and not each writer, as a signal that somebody forgot would leave a page open that must close.
create function signal_member() returns trigger language plpgsql as $$
begin
  perform pg_notify('member', to_jsonb(coalesce(new, old)) ->> tg_argv[0]);
  return null;
end $$;

create trigger notification_told after insert or delete on notification
  for each row execute function signal_member('member_id');
create trigger notification_read after update of read_at on notification
  for each row when (old.read_at is distinct from new.read_at) execute function signal_member('member_id');

create trigger session_ended after update of ended_at on session
  for each row when (old.ended_at is null and new.ended_at is not null) execute function signal_member('account_id');
create trigger account_disabled after update of disabled_at on account
  for each row when (old.disabled_at is null and new.disabled_at is not null) execute function signal_member('id');
