-- What was delivered and given for a package is forgotten by when it ended, cancelled or not.
create index entitlement_ended_idx on entitlement (ends_at, id);
