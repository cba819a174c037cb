-- A code for new members is for one purchase: payments for several packages, started before one is paid, are refused.
create or replace function reserve_discount_use() returns trigger language plpgsql set search_path from current as $$
declare
  limits discount_code;
  uses integer;
  uses_by_member integer;
begin
  select * into limits from discount_code where id = new.discount_code_id for no key update;
  -- The months of a subscription are one use.
  select count(distinct coalesce(subscription_id, id)),
    count(distinct coalesce(subscription_id, id)) filter (where member_id = new.member_id)
    into uses, uses_by_member from purchase
  where discount_code_id = new.discount_code_id and status not in ('cancelled', 'failed')
    and not (member_id = new.member_id and package_id = new.package_id and status = 'pending');
  if uses >= limits.max_uses or
    uses_by_member >= (case when limits.is_for_new_members then 1 else limits.max_uses_per_member end)
  then
    raise exception 'The discount code is used up'
      using errcode = 'check_violation', constraint = 'purchase_discount_use';
  end if;
  return new;
end
$$;
