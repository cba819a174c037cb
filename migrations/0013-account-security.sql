-- Accounts, complete: time zone and guardian, notification choices, picture, devices, resetting, second factor, leaving.
alter table account
  -- IANA name; times are shown in it beside the company's own (PRODUCT D18)
  add column time_zone text not null default 'Europe/London',
  -- who is under 18 names a guardian (PRODUCT D24)
  add column guardian_name text,
  add column guardian_email text,
  -- the personal data is gone; what tax law keeps still refers to the row
  add column deleted_at timestamptz,
  -- null until the first login: of that one nobody is warned
  add column last_login_at timestamptz,
  add check ((guardian_name is null) = (guardian_email is null)),
  add check (deleted_at is null or disabled_at is not null);

update account set last_login_at = (select max(created_at) from session where account_id = account.id);

-- Only what somebody chose stands here; what they did not is decided by the defaults (PRODUCT D14).
create table notification_choice (
  account_id uuid not null references account (id),
  kind text not null check (kind in ('sessions', 'deliverables', 'purchases', 'news')),
  channel text not null check (channel in ('email', 'sms')),
  is_on boolean not null,
  chosen_at timestamptz not null,
  primary key (account_id, kind, channel)
);
-- Whoever said no at registration chose; whoever left the default did not.
insert into notification_choice (account_id, kind, channel, is_on, chosen_at)
  select id, 'news', 'email', false, created_at from account where role = 'member' and not marketing_by_email;
alter table account drop column marketing_by_email;

create table account_picture (
  account_id uuid primary key references account (id),
  content bytea not null,
  content_type text not null,
  -- another content has another one: an address with it may be kept for good
  version text not null,
  updated_at timestamptz not null
);

-- A browser in which a member has logged in, known by a cookie. One browser may serve several members.
create table device (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references account (id),
  token_hash bytea not null,
  user_agent text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  -- until then the second factor is not asked for here
  trusted_until timestamptz,
  unique (token_hash, account_id)
);

create index device_account_id_idx on device (account_id);

alter table session
  add column device_id uuid references device (id) on delete set null,
  -- when the member last proved who they are, by password or second factor
  add column confirmed_at timestamptz;
-- A browser that is forgotten is looked for among the sessions.
create index session_device_id_idx on session (device_id) where device_id is not null;
update session set confirmed_at = created_at;
alter table session alter column confirmed_at set not null;

-- A changed address counts once the link that was sent to it is opened (PRODUCT D14).
alter table email_verification add column changes_address boolean not null default false;

create table password_reset (
  token_hash bytea primary key,
  account_id uuid not null references account (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_reset_account_id_idx on password_reset (account_id);

-- After that it is not sent any more; it opens something, so its words are not kept once it was.
alter table mail add column expires_at timestamptz;

create table authenticator (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references account (id),
  secret bytea not null,
  created_at timestamptz not null,
  -- null until the first code of the app was right: until then it protects nothing
  confirmed_at timestamptz,
  -- the time step of the last code that was taken: a code counts once
  last_step bigint
);
-- the one that counts, and beside it the one that is to follow
create unique index authenticator_account_id_idx on authenticator (account_id, (confirmed_at is null));

create table recovery_code (
  account_id uuid not null references account (id),
  code_hash bytea not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

create table passkey (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references account (id),
  credential_id bytea not null unique,
  public_key bytea not null,
  -- of the authenticator, where it counts
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_account_id_idx on passkey (account_id);

-- One attempt to prove who somebody is, under way: between the password and the second factor, or around a passkey.
create table login_challenge (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('second-factor', 'passkey-login', 'passkey-registration', 'confirmation')),
  -- null while a passkey has not yet said whose it is
  account_id uuid references account (id),
  -- where somebody logged in already goes through it
  session_id uuid references session (id) on delete cascade,
  -- what the passkey has to sign
  passkey_challenge text,
  keep_signed_in boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  check (account_id is not null or purpose = 'passkey-login')
);
create index login_challenge_expires_at_idx on login_challenge (expires_at);

-- The last letter to somebody whose data is erased, and what staff have yet to read of them: the row goes with the mail.
alter table mail add column is_forgotten_once_sent boolean not null default false;

-- Whose data was erased: done again after a backup from before was restored. No reference, as a backup may lack the row.
create table erasure (
  account_id uuid primary key,
  erased_at timestamptz not null
);

-- Two writes for each login, which nobody waits for the disk for: a crash forgets the counts (docs/decisions/0012).
alter table attempt_limit set unlogged;
