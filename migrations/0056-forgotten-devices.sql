-- Browsers are forgotten by when somebody last logged in with them.
create index device_last_used_at_idx on device (last_used_at);
