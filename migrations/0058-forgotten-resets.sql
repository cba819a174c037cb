-- Links that set a password are forgotten by when they stopped to work.
create index password_reset_over_at_idx on password_reset (least(used_at, expires_at));
