-- Until when a package was to run before it was first extended (PRODUCT D22): what a refund is counted with.
-- null: nobody has extended it.
alter table entitlement
  add column bought_until timestamptz,
  add constraint entitlement_bought_until_check check (bought_until > starts_at and bought_until < ends_at);

-- Of a month of a subscription its invoice says it, of all others their length by London's clock.
update entitlement set bought_until = bought.until
from (
  select owned.id, coalesce(
    (select (content->'period'->>'endsAt')::timestamptz from document
      where document.purchase_id = owned.purchase_id and document.kind = 'invoice'),
    (owned.starts_at at time zone 'Europe/London'
      + make_interval(months => span_months, weeks => span_weeks)) at time zone 'Europe/London'
  ) as until
  from entitlement as owned
  join package_version on package_version.package_id = owned.package_id and package_version.version = owned.package_version
  where exists (select from entitlement_entry where entitlement_id = owned.id and kind = 'extension')
) as bought
where bought.id = entitlement.id and bought.until > entitlement.starts_at and bought.until < entitlement.ends_at;
