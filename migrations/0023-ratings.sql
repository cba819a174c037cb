-- What a member says of a session that was held. Their words may be published only where they said so themselves.
create table rating (
  booking_id uuid primary key references booking (id) on delete cascade,
  score integer not null check (score between 1 and 5),
  words text check (words = btrim(words) and char_length(words) between 1 and 1000),
  may_publish boolean not null,
  -- which text they agreed to, and when
  consent_version text,
  consented_at timestamptz,
  rated_at timestamptz not null,
  check (may_publish = (consent_version is not null)),
  check (may_publish = (consented_at is not null)),
  check (not may_publish or words is not null),
  unique (booking_id, may_publish)
);
create index rating_publishable_idx on rating (rated_at desc, booking_id desc) where may_publish;

-- A story that is not marked as made up is somebody's own, as long as they allow it (PRODUCT D16).
alter table story
  add column rating_id uuid unique,
  add column rating_may_publish boolean generated always as (case when rating_id is not null then true end) stored,
  add constraint story_real_check check (is_illustrative = (rating_id is null)),
  add constraint story_rating_allowed foreign key (rating_id, rating_may_publish)
    references rating (booking_id, may_publish) on delete cascade;

-- Whoever takes their permission back, or says something else, has not agreed to what is told now.
create function withdraw_story() returns trigger language plpgsql set search_path from current as $$
begin
  delete from story where rating_id = new.booking_id;
  return new;
end $$;
create trigger rating_story before update on rating for each row
  when (not new.may_publish or new.words is distinct from old.words)
  execute function withdraw_story();
