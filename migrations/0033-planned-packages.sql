-- When the things that a package promises were planned: from then on nothing of it is looked for again.
-- null: not yet.
alter table entitlement add column items_planned_at timestamptz;
update entitlement set items_planned_at = now()
where exists (select from deliverable_item where deliverable_item.entitlement_id = entitlement.id);
create index entitlement_unplanned_idx on entitlement (ends_at, id) where items_planned_at is null and cancelled_at is null;
