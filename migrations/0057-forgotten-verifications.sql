-- Links that confirm an address are forgotten by when they stopped to work.
create index email_verification_over_at_idx on email_verification (least(used_at, expires_at));
