-- What the overview of the back office counts, and the lists that its figures open: newest first, or what waits longest.
create index payment_entry_occurred_at_idx on payment_entry (occurred_at desc);
create index purchase_of_subscription_idx on purchase (completed_at desc, id desc)
  where subscription_id is not null and completed_at is not null;
create index purchase_completed_at_idx on purchase (completed_at desc, id desc) where completed_at is not null;
create index subscription_ended_at_idx on subscription (ended_at desc, id desc) where ended_at is not null;
create index booking_held_idx on booking (starts_at desc, id desc) where state = 'held';
create index booking_missed_idx on booking (starts_at desc, id desc) where state = 'missed';
create index booking_moved_at_idx on booking (moved_at desc, id desc) where moved_at is not null;
-- The first session of a package.
create index booking_held_entitlement_idx on booking (entitlement_id, starts_at) where state = 'held';
create index deliverable_item_due_idx on deliverable_item ((due_on::timestamp at time zone 'Europe/London'), id)
  where state <> 'delivered';
create index conversation_waiting_idx on conversation (waiting_since, member_id) where waiting_since is not null;
