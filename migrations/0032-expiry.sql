-- Which packages still have to be looked at when they end: what is left of their sessions expires then (PRODUCT D22).
alter table entitlement add column is_settled boolean not null default false;
create index entitlement_unsettled_idx on entitlement (ends_at) where not is_settled;

-- A session that counted as used and that staff gave back (PRODUCT D21).
alter table booking add column returned_at timestamptz,
  add constraint booking_returned_check check (returned_at is null or (not is_forfeited and state <> 'reserved'));
