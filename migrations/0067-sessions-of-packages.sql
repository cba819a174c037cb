-- The sessions of a package that ended, whatever became of them.
create index booking_of_entitlement_idx on booking (entitlement_id);
