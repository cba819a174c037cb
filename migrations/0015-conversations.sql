create table conversation (
  member_id uuid primary key references account (id) on delete cascade,
  reply_key text not null unique check (reply_key ~ '^[0-9a-f]{16}$'),
  last_message_at timestamptz not null,
  waiting_since timestamptz,
  listed_at timestamptz not null,
  read_until timestamptz,
  company_notified_at timestamptz,
  company_email_count integer not null default 0,
  is_company_notification_due boolean not null default false
);
comment on table conversation is
  'A member''s only conversation with the company, in the portal and by email. Purged with its messages.';
comment on column conversation.reply_key is
  'Part of the reply address in emails. A new key invalidates the addresses of earlier emails.';
comment on column conversation.waiting_since is
  'Since when the member has been waiting for a reply. Null: not waiting.';
comment on column conversation.listed_at is 'Sort key of the company''s list: waiting members come first.';
comment on column conversation.read_until is 'The time of the newest company message that the member has seen.';
comment on column conversation.company_notified_at is 'When the company was last notified by email.';
comment on column conversation.company_email_count is
  'Number of notification emails to the company; each has its number in its reason.';
comment on column conversation.is_company_notification_due is
  'There are newer messages that the company was not yet notified of.';
create index conversation_listed_at_idx on conversation (listed_at, member_id);
create index conversation_waiting_idx on conversation (waiting_since, member_id) where waiting_since is not null;
create index conversation_notification_due_idx on conversation (company_notified_at) where is_company_notification_due;
create index conversation_last_message_at_idx on conversation (last_message_at);

create table conversation_message (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references conversation (member_id) on delete cascade,
  author text not null check (author in ('member', 'company')),
  sending_id uuid not null,
  staff_id uuid references account (id) on delete set null,
  text text not null check (char_length(text) <= 5000),
  channel text not null check (channel in ('portal', 'mail')),
  skipped_files integer not null default 0 check (skipped_files >= 0),
  is_truncated boolean not null default false,
  written_at timestamptz not null,
  check (text <> '' or skipped_files > 0),
  check (author = 'company' or staff_id is null),
  constraint conversation_message_sent_once unique (member_id, author, sending_id),
  -- Message times are unique within a conversation, so that their order is certain.
  constraint conversation_message_in_order unique (member_id, written_at)
);
comment on table conversation_message is 'Purged after 36 months.';
comment on column conversation_message.sending_id is
  'Identifies the request, so that a repeated one stores the message only once.';
comment on column conversation_message.staff_id is
  'The member of staff who wrote it. Null: they have left, or the member wrote it.';
comment on column conversation_message.skipped_files is 'For emails: number of attachments that were left out.';
comment on column conversation_message.is_truncated is 'For emails: the end of the text was cut off.';
create index conversation_message_written_at_idx on conversation_message (written_at);

-- Signals new messages and changes in waiting to open pages of the conversation, of the member and of the company.
create trigger conversation_written after insert on conversation_message
  for each row execute function signal_member('member_id');
create trigger conversation_waiting after update of waiting_since on conversation
  for each row when (old.waiting_since is distinct from new.waiting_since) execute function signal_member('member_id');

create table incoming_email (
  message_id_hash bytea primary key,
  received_at timestamptz not null
);
comment on table incoming_email is
  'A received email, so that it is processed once. Purged after 90 days: redelivery happens within days.';
comment on column incoming_email.message_id_hash is 'Hash of the Message-ID header.';
create index incoming_email_received_at_idx on incoming_email (received_at);
