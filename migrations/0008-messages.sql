-- What people write to the company through the site. Spam is kept apart, not thrown away: a filter can be wrong.
create table message (
  id uuid primary key default gen_random_uuid(),
  -- what the writer is told, and what an answer names
  reference text not null unique,
  kind text not null check (kind in ('contact', 'complaint')),
  -- complaints only
  topic text check (topic in ('service', 'refund', 'data-protection', 'accessibility', 'other')),
  name text not null,
  email text not null,
  body text not null,
  spam_reason text check (spam_reason in ('trap-filled', 'too-fast', 'form-forged')),
  received_at timestamptz not null,
  check ((kind = 'complaint') = (topic is not null))
);
create index message_received_idx on message (received_at desc);

-- Signs the moment at which a form was handed out, so that every process can tell how long it was open.
create table message_form_key (
  id boolean primary key default true check (id),
  key bytea not null
);
insert into message_form_key (key)
values (decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));

-- Where an answer to a mail goes, if not to its sender.
alter table mail add column reply_to text;
