create table discount_code (
  id uuid primary key default gen_random_uuid(),
  code text not null unique,
  percentage integer check (percentage between 1 and 99),
  amount_uk integer check (amount_uk > 0),
  amount_international integer check (amount_international > 0),
  months integer check (months > 0),
  package_ids text[] check (cardinality(package_ids) > 0),
  valid_from timestamptz,
  valid_until timestamptz,
  max_uses integer check (max_uses > 0),
  max_uses_per_member integer check (max_uses_per_member > 0),
  is_for_new_members boolean not null,
  is_paused boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint discount_code_code_check check (code ~ '^[A-Z0-9][A-Z0-9-]{2,29}$'),
  constraint discount_code_kind_check check (
    (percentage is null) = (amount_uk is not null or amount_international is not null)
  ),
  constraint discount_code_dates_check check (valid_from < valid_until)
);
comment on table discount_code is
  'A code that takes something off a price before tax (PRODUCT D27). Kept for as long as purchases refer to it.';
comment on column discount_code.percentage is 'Off the price before tax. Otherwise the code takes off an amount.';
comment on column discount_code.amount_uk is
  'Minor units of the market''s currency. Null: the code cannot be used in this market; likewise amount_international.';
comment on column discount_code.months is 'Of a subscription, the payments that cost less. Null: all of them.';
comment on column discount_code.package_ids is 'Null: for all packages.';
comment on column discount_code.valid_from is
  'Start of the first day in London. valid_until is the start of the day after the last one.';
comment on column discount_code.max_uses is
  'Enforced by purchase_discount_use. An unfinished payment holds its use until it is cancelled.';
comment on column discount_code.version is 'Detects concurrent changes.';

alter table purchase
  add column discount_code_id uuid references discount_code (id),
  add column discount integer not null default 0 check (discount >= 0),
  add constraint purchase_discount_code_check check ((discount > 0) = (discount_code_id is not null));
comment on column purchase.discount is
  'Minor units, taken off before tax: net plus discount is the list price. With discount_code_id, never changed.';
alter table subscription
  add column discount integer not null default 0 check (discount >= 0),
  add column discount_months integer check (discount_months > 0),
  add constraint subscription_discount_limits_check check (discount < net and (discount > 0 or discount_months is null));
comment on column subscription.discount is
  'Taken off net, before tax, for the first discount_months payments; null: for all of them.';
create index purchase_discount_code_idx on purchase (discount_code_id, created_at desc, id desc)
  where discount_code_id is not null;

-- Reserves a use of the code: of two buyers racing for the last one, the second waits for the first and is refused. The
-- buyer's own unfinished payment for the same package is not counted, because the new one would replace it.
create function reserve_discount_use() returns trigger language plpgsql set search_path from current as $$
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
  -- A code for new members is for one purchase: of several started before one is paid, one gets it.
  if uses >= limits.max_uses or
    uses_by_member >= (case when limits.is_for_new_members then 1 else limits.max_uses_per_member end)
  then
    raise exception 'The discount code is used up'
      using errcode = 'check_violation', constraint = 'purchase_discount_use';
  end if;
  return new;
end
$$;
create trigger purchase_discount_use before insert on purchase for each row
  when (new.discount_code_id is not null and new.status = 'pending') execute function reserve_discount_use();
