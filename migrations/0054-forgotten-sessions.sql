-- Logins are forgotten by when they were over.
create index session_over_at_idx on session (coalesce(ended_at, expires_at));
