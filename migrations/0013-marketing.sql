create table story (
  id uuid primary key default gen_random_uuid(),
  service_type text not null check (service_type in ('MY_FUTURE', 'STUDY_WORLD', 'BIZ_FUTURE')),
  position integer not null,
  is_illustrative boolean not null,
  title text not null,
  start text not null,
  work text not null,
  result text not null,
  rating_id uuid unique,
  rating_may_publish boolean generated always as (case when rating_id is not null then true end) stored,
  is_shown boolean not null default true,
  published_at timestamptz not null default date_trunc('milliseconds', now()),
  version integer not null default 1,
  unique (service_type, title),
  -- A story that is not illustrative needs a rating whose author allows publication (PRODUCT D16).
  constraint story_real_check check (is_illustrative = (rating_id is null)),
  constraint story_rating_allowed foreign key (rating_id, rating_may_publish)
    references rating (booking_id, may_publish) on delete cascade
);
comment on table story is 'A success story on a service page.';
comment on column story.position is 'Sort order on the page.';
comment on column story.is_illustrative is
  'An invented example, labelled as such wherever shown (PRODUCT D16). Administrators add only real ones.';
comment on column story.rating_may_publish is 'Makes the foreign key require a rating that may be published.';
comment on column story.is_shown is 'False hides the story from the pages without deleting it.';
comment on column story.published_at is 'When it was written, in milliseconds, as precise as a paging cursor.';
comment on column story.version is 'For optimistic locking, to detect concurrent edits.';
create index story_published_at_idx on story (published_at desc, id desc);

-- In a migration instead of the seed, so that stories deleted by an administrator do not return at the next start.
insert into story (service_type, position, is_illustrative, title, start, work, result) values
  ('MY_FUTURE', 0, true,
    'The course that sounded right',
    'A second-year student picked a degree for its title and now dreads the modules that lie ahead.',
    'The initial consultation separates the subject from the way it is taught. The roadmap compares changing course, finishing with different options, and a degree apprenticeship.',
    'The student stays, swaps two modules and applies for a placement, knowing why.'),
  ('MY_FUTURE', 1, true,
    'A year of sending CVs',
    'A school leaver has applied for dozens of jobs with one CV and rarely gets an answer.',
    'The review turns one general CV into two short ones, each for a kind of work that fits the Future Profile.',
    'Fewer applications, each made for its reader, and a list of five employers to call.'),
  ('MY_FUTURE', 2, true,
    'Back after a long break',
    'A parent wants to work again after some years at home and no longer trusts old qualifications.',
    'With MY FUTURE X the plan grows month by month: first a part-time course, then the profile, then practice for interviews.',
    'A return in steps that fit around family, with someone to ask along the way.'),
  ('STUDY_WORLD', 0, true,
    'Country first, or course first?',
    'A school leaver dreams of one city and has never compared what is taught there.',
    'The consultation puts the course first. The match list holds three cities, and two of them had never come up before.',
    'An application to a programme that fits, in a place that turns out to be affordable.'),
  ('STUDY_WORLD', 1, true,
    'Two similar master’s degrees',
    'A graduate hesitates between two programmes with the same name and very different fees.',
    'The strategy report compares modules, length, entry requirements and living costs side by side.',
    'A decision on one page that the family can read and agree with.'),
  ('STUDY_WORLD', 2, true,
    'An offer, and six weeks left',
    'A student has a place and no overview of what to do before term begins.',
    'STUDY WORLD PRO sorts the documents, practises the interview and refers the visa questions to a qualified adviser.',
    'A checklist with dates instead of a drawer full of letters.'),
  ('BIZ_FUTURE', 0, true,
    'A bakery with a queue and no feed',
    'Every Saturday the shop is full. Online it hardly exists, and weekday mornings are quiet.',
    'The strategy sets one goal: weekdays. Posts show what comes out of the oven and when, and reels follow one loaf through a night.',
    'A month of content with one message, and a report that says which mornings people asked about.'),
  ('BIZ_FUTURE', 1, true,
    'A startup that explains too much',
    'Two founders can talk about their software for an hour and cannot say it in a sentence.',
    'Before any post is made, the strategy finds the sentence. The month’s posts then each answer one question customers ask.',
    'Channels that say the same thing everywhere, and a text the founders use in their own e-mails.'),
  ('BIZ_FUTURE', 2, true,
    'The first paid campaign',
    'A local studio has tried to advertise once, spent the budget in two days and given up.',
    'BIZ FUTURE PRO makes a video ad, manages the campaign and looks at the figures in the monthly meeting.',
    'A campaign with a daily limit and a clear aim, and a decision about the next month made on figures.');

create constraint trigger story_content after insert or update or delete on story
  deferrable initially deferred for each row execute function record_content_change();

-- A member who withdraws consent or changes the text has not agreed to the published story.
create function withdraw_story() returns trigger language plpgsql set search_path from current as $$
begin
  delete from story where rating_id = new.booking_id;
  return new;
end $$;
create trigger rating_story before update on rating for each row
  when (not new.may_publish or new.words is distinct from old.words)
  execute function withdraw_story();
