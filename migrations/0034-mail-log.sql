-- Each delivery of a mail: the first has the id of its mail; staff may ask for more.
create table mail_delivery (
  id uuid primary key,
  mail_id uuid not null references mail (id) on delete cascade,
  -- Its work in the queue, which knows when it is tried next. Null for what was queued before this table.
  job_id uuid,
  -- The administrator who asked for it once more.
  asked_by uuid references account (id) on delete set null,
  asked_at timestamptz not null,
  attempts integer not null default 0 check (attempts >= 0),
  -- Why the last attempt failed: never an address or the mail server's own words.
  failure text check (char_length(failure) <= 200),
  attempting_since timestamptz,
  sent_at timestamptz
);
create index mail_delivery_mail_id_idx on mail_delivery (mail_id, asked_at desc, id);
create index mail_delivery_asked_by_idx on mail_delivery (asked_by) where asked_by is not null;
insert into mail_delivery (id, mail_id, asked_at, sent_at) select id, id, created_at, sent_at from mail;

create index mail_created_at_idx on mail (created_at desc, id desc);
-- Of a letter that one can unsubscribe from (RFC 8058).
alter table mail add column unsubscribe_url text;

-- News from the company to those who may get them, each once.
create table news (
  id uuid primary key default gen_random_uuid(),
  subject text not null check (char_length(subject) between 1 and 150),
  text text not null check (char_length(text) between 1 and 5000),
  written_by uuid references account (id) on delete set null,
  written_at timestamptz not null
);
create index news_written_by_idx on news (written_by);
create table news_recipient (
  news_id uuid not null references news (id) on delete cascade,
  member_id uuid not null references account (id) on delete cascade,
  -- SHA-256 of what ends it with one click; it opens nothing else.
  token_hash bytea not null unique,
  sent_to_at timestamptz not null,
  primary key (news_id, member_id)
);
create index news_recipient_member_id_idx on news_recipient (member_id);
