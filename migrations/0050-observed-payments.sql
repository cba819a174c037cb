-- When the provider made the event: how long it takes until one is followed is watched. Null for those from before.
alter table stripe_event add column created_at timestamptz;

-- When payments were last reconciled to the end.
alter table payment_cursor add column reconciled_at timestamptz;
