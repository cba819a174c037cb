-- The people who advise, as the public may know them. Nobody is in here until staff write an entry, and nobody is
-- shown until it is published: no invented person is presented as real (PRODUCT D16).
create table consultant (
  id uuid primary key default gen_random_uuid(),
  -- who logs in as this person: an entry is shown while the account is a consultant's and not disabled
  account_id uuid not null unique references account (id) on delete cascade,
  display_name text not null check (display_name = btrim(display_name) and char_length(display_name) between 1 and 80),
  summary text not null check (summary = btrim(summary) and char_length(summary) between 1 and 600),
  -- BCP 47 in its usual spelling: en, pt-BR, zh-Hant
  languages text[] not null check (
    array_to_string(languages, ',', '?')
      ~ '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?(,[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?)*$'
  ),
  services text[] not null check (
    cardinality(services) > 0 and services <@ array['MY_FUTURE', 'STUDY_WORLD', 'BIZ_FUTURE']
  ),
  -- here and not in a file: every process has it, and it goes where the data go
  picture bytea check (octet_length(picture) between 1 and 1048576),
  picture_type text check (picture_type in ('image/jpeg', 'image/png', 'image/webp')),
  -- part of the picture's address, so that browsers may keep it for good
  picture_hash text generated always as (encode(sha256(picture), 'hex')) stored,
  position integer not null default 0,
  -- null: not shown
  published_at timestamptz,
  check ((picture is null) = (picture_type is null)),
  check (published_at is null or picture is not null)
);

create constraint trigger consultant_content after insert or update or delete on consultant
  deferrable initially deferred for each row execute function note_content_change();

-- Whoever may no longer log in, or is no consultant any more, is not shown either.
create constraint trigger consultant_account_content after update on account
  deferrable initially deferred for each row
  when (
    'consultant' in (old.role, new.role)
    and (old.role is distinct from new.role or old.disabled_at is distinct from new.disabled_at)
  )
  execute function note_content_change();
