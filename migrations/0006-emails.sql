create table email (
  id uuid primary key,
  reason text not null unique,
  recipient text not null,
  reply_to text,
  subject text not null,
  text_body text not null,
  html_body text not null,
  attachments jsonb not null default '[]',
  unsubscribe_url text,
  created_at timestamptz not null,
  expires_at timestamptz,
  sent_at timestamptz,
  is_deleted_once_sent boolean not null default false
);
comment on table email is
  'An email, saved in the transaction of its event. Blanked after 90 days, except for its reason.';
comment on column email.reason is 'Identifies the event, so that its email is sent only once.';
comment on column email.reply_to is 'Where replies go, if not to the sender.';
comment on column email.attachments is 'Attached files, such as a calendar entry.';
comment on column email.unsubscribe_url is 'Set if recipients can unsubscribe from such emails (RFC 8058).';
comment on column email.expires_at is
  'Set if a link in the email gives access: not sent after this time, and its text is blanked once sent.';
comment on column email.is_deleted_once_sent is
  'True for emails to or about an erased person: the row is deleted once the email is sent.';
create index email_unsent_idx on email (created_at) where sent_at is null;
-- The email log, newest first, in full or by recipient.
create index email_created_at_idx on email (created_at desc, id desc);
create index email_recipient_idx on email (recipient, created_at desc, id desc);
-- Finds emails to blank. Blanked emails are the majority and not in the index.
create index email_with_words_idx on email (sent_at) where recipient <> '';
create index email_deleted_once_sent_idx on email (created_at) where is_deleted_once_sent;

create table email_delivery (
  id uuid primary key,
  email_id uuid not null references email (id) on delete cascade,
  job_id uuid,
  requested_by uuid references account (id) on delete set null,
  requested_at timestamptz not null,
  attempts integer not null default 0 check (attempts >= 0),
  failure text check (char_length(failure) <= 200),
  attempting_since timestamptz,
  sent_at timestamptz
);
comment on table email_delivery is
  'A delivery of an email. The first has the id of the email; later ones are resends by staff.';
comment on column email_delivery.job_id is 'The job in the queue, which holds the time of the next attempt.';
comment on column email_delivery.requested_by is
  'The administrator who resent it. Null: sent by the site, or the administrator has left.';
comment on column email_delivery.failure is
  'Why the last attempt failed. Never contains an address or text from the mail server.';
create index email_delivery_email_id_idx on email_delivery (email_id, requested_at desc, id);
create index email_delivery_requested_by_idx on email_delivery (requested_by) where requested_by is not null;
-- Staff search for unsent emails, which are few among hundreds of thousands.
create index email_delivery_unsent_idx on email_delivery (email_id) where sent_at is null;

create table newsletter (
  id uuid primary key default gen_random_uuid(),
  subject text not null check (char_length(subject) between 1 and 150),
  text text not null check (char_length(text) between 1 and 5000),
  written_by uuid references account (id) on delete set null,
  written_at timestamptz not null
);
comment on table newsletter is 'A newsletter, with the texts as sent.';
create index newsletter_written_by_idx on newsletter (written_by);

create table newsletter_recipient (
  newsletter_id uuid not null references newsletter (id) on delete cascade,
  member_id uuid not null references account (id) on delete cascade,
  token_hash bytea not null unique,
  sent_to_at timestamptz not null,
  primary key (newsletter_id, member_id)
);
comment on table newsletter_recipient is
  'A member who receives a newsletter: only once, and only if their settings allow it.';
comment on column newsletter_recipient.token_hash is
  'SHA-256 of the token for one-click unsubscribing, which gives no other access.';
create index newsletter_recipient_member_id_idx on newsletter_recipient (member_id);
