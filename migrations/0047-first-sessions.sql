-- The first session that was held of what somebody bought is looked up for each row of a page.
create index booking_first_held_idx on booking (entitlement_id, starts_at) where state = 'held';
