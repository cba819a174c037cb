-- One conversation of each member with the company, in the portal and by mail.
create table conversation (
  member_id uuid primary key references account (id) on delete cascade,
  -- what the address of its letters is made of; another one ends the addresses of all letters before
  reply_key text not null unique check (reply_key ~ '^[0-9a-f]{16}$'),
  last_message_at timestamptz not null,
  -- since when the member waits for an answer; null: nobody waits
  waiting_since timestamptz,
  -- what the company's list is sorted by: those who wait come first
  listed_at timestamptz not null,
  -- the newest message of the company that the member has seen
  read_until timestamptz,
  -- when the company was last written to about it, and how often it was
  company_told_at timestamptz,
  company_letters integer not null default 0,
  -- something has come since, and no letter has told of it
  is_company_untold boolean not null default false
);
create index conversation_listed_at_idx on conversation (listed_at, member_id);
create index conversation_untold_idx on conversation (company_told_at) where is_company_untold;

create table conversation_message (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references conversation (member_id) on delete cascade,
  author text not null check (author in ('member', 'company')),
  -- made by whoever sends it: what is sent twice is there once
  sending_id uuid not null,
  -- who of the company; null: they have left, or it is the member's
  staff_id uuid references account (id) on delete set null,
  text text not null check (char_length(text) <= 5000),
  came_by text not null check (came_by in ('portal', 'mail')),
  -- of a mail: files that came with it and were left out, and whether its end was cut off
  untaken_files integer not null default 0 check (untaken_files >= 0),
  is_shortened boolean not null default false,
  -- no two of a conversation at the same moment
  written_at timestamptz not null,
  check (text <> '' or untaken_files > 0),
  check (author = 'company' or staff_id is null),
  constraint conversation_message_sent_once unique (member_id, author, sending_id),
  constraint conversation_message_in_order unique (member_id, written_at)
);
create index conversation_message_written_at_idx on conversation_message (written_at);

-- Mails that were taken in, by a hash of what names them: each once.
create table incoming_mail (
  name_hash bytea primary key,
  received_at timestamptz not null
);
create index incoming_mail_received_at_idx on incoming_mail (received_at);
