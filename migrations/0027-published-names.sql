-- The name under which words are published: as it stood beside the box, whatever the profile says later.
alter table rating add column shown_name text check (char_length(shown_name) between 1 and 40);

-- Whoever names a guardian has said that they are under 18: nothing of theirs is published.
update rating set may_publish = false, consent_version = null, consented_at = null
  from booking join account on account.id = booking.member_id
  where booking.id = rating.booking_id and rating.may_publish and account.guardian_name is not null;

-- What can be no name may be an advertisement.
update rating set shown_name = case
    when char_length(first_name) <= 40 and first_name ~ '[^[:space:]]' and first_name !~ '[0-9@:/.,;<>_%&#?!+=*()"\\]'
    then first_name else 'a member' end
  from booking join account on account.id = booking.member_id
  where booking.id = rating.booking_id and rating.may_publish;

alter table rating add constraint rating_named_check check (may_publish = (shown_name is not null));

-- Also where they say so only after they have allowed it.
create function withdraw_permissions() returns trigger language plpgsql set search_path from current as $$
begin
  update rating set may_publish = false, consent_version = null, consented_at = null, shown_name = null
    from booking where booking.id = rating.booking_id and booking.member_id = new.id and rating.may_publish;
  return null;
end $$;
create trigger account_guardian after update of guardian_name on account for each row
  when (old.guardian_name is null and new.guardian_name is not null)
  execute function withdraw_permissions();
