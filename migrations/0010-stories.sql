-- Success stories of the service pages. What an administrator writes is real; what the site ships with is not.
create table story (
  id uuid primary key default gen_random_uuid(),
  service_type text not null check (service_type in ('MY_FUTURE', 'STUDY_WORLD', 'BIZ_FUTURE')),
  position integer not null,
  -- made up to explain, and marked so wherever it is shown (PRODUCT D16)
  is_illustrative boolean not null,
  title text not null,
  start text not null,
  work text not null,
  result text not null,
  unique (service_type, title)
);

-- Here and not in the seed: an administrator who removes them all does not find them back after the next start.
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
  deferrable initially deferred for each row execute function note_content_change();
