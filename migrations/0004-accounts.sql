create table account (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  email_canonical text not null unique,
  email_verified_at timestamptz,
  first_name text not null,
  last_name text not null,
  mobile text not null,
  password_hash text not null,
  role text not null check (role in ('member', 'consultant', 'administrator')),
  time_zone text not null default 'Europe/London',
  guardian_name text,
  guardian_email text,
  created_at timestamptz not null,
  last_login_at timestamptz,
  disabled_at timestamptz,
  deleted_at timestamptz,
  -- Staff search by prefixes of any word in the name or email address. Words are split at white space and ASCII
  -- punctuation, which every PostgreSQL supports.
  search_words tsvector generated always as (
    array_to_tsvector(
      array_remove(regexp_split_to_array(lower(first_name || ' ' || last_name || ' ' || email), '[\s!-/:-@[-`{-~]+'), '')
    )
  ) stored,
  check ((guardian_name is null) = (guardian_email is null)),
  check (deleted_at is null or disabled_at is not null)
);
comment on table account is 'A person who can log in: a member, a consultant or an administrator.';
comment on column account.email_canonical is
  'Trimmed, NFKC and lower case, so that one mailbox has one account (PRODUCT D8).';
comment on column account.time_zone is
  'IANA name. Times are shown in this zone beside the company''s own (PRODUCT D18).';
comment on column account.guardian_name is 'Set if the member is under 18 (PRODUCT D24).';
comment on column account.last_login_at is 'Null until the first login, which sends no warning about a new device.';
comment on column account.deleted_at is
  'When the personal data was erased. The row stays, because records kept for tax law refer to it.';
-- On a stored column: if many accounts match, PostgreSQL checks each row and would otherwise compute the words again.
create index account_search_words_idx on account using gin (search_words);
-- Staff search by prefix.
create index account_email_prefix_idx on account (email_canonical text_pattern_ops);
create index account_name_prefix_idx on account (lower(first_name || ' ' || last_name) text_pattern_ops);
create index account_last_name_prefix_idx on account (lower(last_name) text_pattern_ops);
-- Lists of members and of staff, newest first, with one index for each filter.
create index account_created_at_idx on account (created_at desc, id desc) where deleted_at is null;
create index account_role_idx on account (role, created_at desc, id desc) where deleted_at is null;
create index account_disabled_at_idx on account (created_at desc, id desc)
  where disabled_at is not null and deleted_at is null;
create index account_deleted_at_idx on account (created_at desc, id desc) where deleted_at is not null;
create index account_staff_idx on account (created_at desc, id desc) where role <> 'member' and deleted_at is null;

create trigger account_disabled after update of disabled_at on account
  for each row when (old.disabled_at is null and new.disabled_at is not null) execute function signal_member('id');

create table account_picture (
  account_id uuid primary key references account (id),
  content bytea not null,
  content_type text not null,
  version text not null,
  updated_at timestamptz not null
);
comment on table account_picture is 'The profile picture of an account.';
comment on column account_picture.version is
  'Changes with the content, so that a URL containing it can be cached indefinitely.';

create table notification_choice (
  account_id uuid not null references account (id),
  kind text not null check (kind in ('sessions', 'deliverables', 'purchases', 'news')),
  channel text not null check (channel in ('email', 'sms')),
  is_on boolean not null,
  chosen_at timestamptz not null,
  primary key (account_id, kind, channel)
);
comment on table notification_choice is
  'A user''s notification setting. Without a row the default applies, which is not consent (PRODUCT D14).';

create table device (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references account (id),
  token_hash bytea not null,
  user_agent text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  trusted_until timestamptz,
  unique (token_hash, account_id)
);
comment on table device is
  'A browser that an account has logged in with, known by a cookie. Purged after 180 days without a login.';
comment on column device.token_hash is 'Hash of the cookie. Several members may share a browser.';
comment on column device.trusted_until is 'Until then, logins in this browser need no second factor.';
create index device_account_id_idx on device (account_id);
create index device_last_used_at_idx on device (last_used_at);

create table session (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references account (id),
  device_id uuid references device (id) on delete set null,
  access_token_hash bytea not null unique,
  access_expires_at timestamptz not null,
  access_first_used_at timestamptz,
  refresh_family_hash bytea not null unique,
  refresh_token_hash bytea not null,
  previous_refresh_token_hash bytea,
  previous_refresh_valid_until timestamptz,
  keep_signed_in boolean not null,
  user_agent text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  confirmed_at timestamptz not null,
  factor_confirmed_at timestamptz,
  expires_at timestamptz not null,
  ended_at timestamptz
);
comment on table session is
  'A login in one browser. Stores tokens only as hashes (PRODUCT D6). Purged 90 days after its end.';
comment on column session.access_first_used_at is
  'Null until the current access token is used. Stays null if the response with the token was lost.';
comment on column session.refresh_family_hash is
  'Hash of the part that all refresh tokens of the session share. Finds the session of a used token.';
comment on column session.previous_refresh_token_hash is
  'Hash of the token before the current one: accepted for 30 more seconds while its successor is unused.';
comment on column session.confirmed_at is 'When the user last proved their identity, by password or second factor.';
comment on column session.factor_confirmed_at is
  'When the user last gave a second factor, which is required for changing factors.';
comment on column session.expires_at is 'The session ends at this time even if it is in use.';
create index session_account_id_idx on session (account_id) where ended_at is null;
-- Purging a device searches for its sessions.
create index session_device_id_idx on session (device_id) where device_id is not null;
create index session_expires_at_idx on session (expires_at);
create index session_over_at_idx on session (coalesce(ended_at, expires_at));

create trigger session_ended after update of ended_at on session
  for each row when (old.ended_at is null and new.ended_at is not null) execute function signal_member('account_id');

create table login_challenge (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('second-factor', 'passkey-login', 'passkey-registration', 'confirmation')),
  account_id uuid references account (id),
  session_id uuid references session (id) on delete cascade,
  passkey_challenge text,
  keep_signed_in boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  check (account_id is not null or purpose = 'passkey-login')
);
comment on table login_challenge is
  'One step of authentication: a second factor after the password, or using or registering a passkey.';
comment on column login_challenge.account_id is 'Null until a passkey identifies the account.';
comment on column login_challenge.session_id is 'Set if the user is already logged in.';
comment on column login_challenge.passkey_challenge is 'The value that the passkey must sign.';
create index login_challenge_expires_at_idx on login_challenge (expires_at);
-- Purging a session searches for its challenges, which are deleted with it.
create index login_challenge_session_id_idx on login_challenge (session_id) where session_id is not null;

create table email_verification (
  token_hash bytea primary key,
  account_id uuid not null references account (id),
  email text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  changes_address boolean not null default false,
  undoes_change boolean not null default false,
  email_canonical text,
  constraint email_verification_one_purpose check (not (changes_address and undoes_change))
);
comment on table email_verification is
  'A link that verifies, changes or restores an email address. Purged 7 days after it was used or expired.';
comment on column email_verification.email_canonical is
  'Set for undo links: no other account can take the old address while the change can be undone.';
comment on column email_verification.changes_address is
  'Opening the link makes this the address of the account (PRODUCT D14).';
comment on column email_verification.undoes_change is 'The link was sent to the old address and restores it.';
create index email_verification_account_id_idx on email_verification (account_id);
create index email_verification_over_at_idx on email_verification (least(used_at, expires_at));
create index email_verification_undo_idx on email_verification (email_canonical) where undoes_change;

create table password_reset (
  token_hash bytea primary key,
  account_id uuid not null references account (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
comment on table password_reset is 'A link that sets a password. Purged 7 days after it was used or expired.';
create index password_reset_account_id_idx on password_reset (account_id);
create index password_reset_over_at_idx on password_reset (least(used_at, expires_at));

create table authenticator (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references account (id),
  secret bytea not null,
  sealed bytea,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  last_step bigint
);
comment on table authenticator is 'An authenticator app of an account (docs/decisions/0011).';
-- Never empty: a release from before sealing would accept codes that anyone can calculate from an empty secret.
comment on column authenticator.secret is
  'Random bytes if "sealed" is set. Otherwise the secret itself, until the job "seal-data" seals it.';
comment on column authenticator.sealed is
  'The secret, encrypted with a key outside the database (docs/decisions/0033).';
comment on column authenticator.confirmed_at is
  'Null until the first correct code. Until then the app is not used as a second factor.';
comment on column authenticator.last_step is 'Time step of the last accepted code, so that each code works only once.';
-- The confirmed app, and beside it one that is being set up to replace it.
create unique index authenticator_account_id_idx on authenticator (account_id, (confirmed_at is null));

create table recovery_code (
  account_id uuid not null references account (id),
  code_hash bytea not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);
comment on table recovery_code is 'A single-use code that replaces the second factor.';

create table passkey (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references account (id),
  credential_id bytea not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
comment on table passkey is 'A passkey that logs in to an account.';
comment on column passkey.counter is 'Number of uses as reported by the device, if it counts them.';
create index passkey_account_id_idx on passkey (account_id);

create table factor_recovery (
  account_id uuid primary key references account (id),
  requested_at timestamptz not null,
  due_at timestamptz not null check (due_at > requested_at)
);
comment on table factor_recovery is
  'A request of a member to remove lost second factors. A login with one of them before due_at cancels it.';
create index factor_recovery_due_at_idx on factor_recovery (due_at);

create table impersonation (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique,
  member_id uuid not null references account (id),
  administrator_id uuid not null references account (id),
  session_id uuid not null references session (id) on delete cascade,
  started_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  check (expires_at > started_at)
);
comment on table impersonation is
  'An administrator''s read-only access to a member''s pages. Ends with the administrator''s session.';
create index impersonation_member_id_idx on impersonation (member_id, started_at desc);
create index impersonation_administrator_id_idx on impersonation (administrator_id);
create index impersonation_session_id_idx on impersonation (session_id);

create table calendar_feed (
  account_id uuid primary key references account (id),
  token_hash bytea not null unique,
  created_at timestamptz not null
);
comment on table calendar_feed is
  'The private address of a calendar feed with the user''s own sessions: one each, stored only as a hash.';

create table erasure (
  account_id uuid primary key,
  erased_at timestamptz not null
);
comment on table erasure is
  'An account whose data was erased. If an older backup is restored, its data is erased again.';
comment on column erasure.account_id is 'No foreign key: a restored backup may lack the account.';
