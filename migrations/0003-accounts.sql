create table account (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  -- one mailbox, one account (PRODUCT D8): trimmed, NFKC, lower case
  email_canonical text not null unique,
  email_verified_at timestamptz,
  first_name text not null,
  last_name text not null,
  mobile text not null,
  password_hash text not null,
  role text not null check (role in ('member', 'consultant', 'administrator')),
  -- the choice is kept with who made it: a default is no consent (PRODUCT D14)
  marketing_by_email boolean not null,
  disabled_at timestamptz,
  created_at timestamptz not null
);

-- Only hashes of tokens are kept (PRODUCT D6).
create table session (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references account (id),
  access_token_hash bytea not null unique,
  access_expires_at timestamptz not null,
  -- null until the current access token is used: an answer that got lost leaves it so
  access_first_used_at timestamptz,
  -- the part that every refresh token of a session shares: it finds the session of a token that is used up
  refresh_family_hash bytea not null unique,
  refresh_token_hash bytea not null,
  -- the refresh token before the current one: accepted once more for 30 s while its successor is unused
  previous_refresh_token_hash bytea,
  previous_refresh_valid_until timestamptz,
  keep_signed_in boolean not null,
  user_agent text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  -- the session's last moment, however busy it is
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index session_account_id_idx on session (account_id) where ended_at is null;
create index session_expires_at_idx on session (expires_at);

create table email_verification (
  token_hash bytea primary key,
  account_id uuid not null references account (id),
  email text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index email_verification_account_id_idx on email_verification (account_id);
