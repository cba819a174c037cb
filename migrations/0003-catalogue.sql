create table market (
  id text primary key check (id in ('uk', 'international')),
  currency text not null unique check (currency in ('GBP', 'USD')),
  tax_rate_basis_points integer not null check (tax_rate_basis_points between 0 and 10000),
  tax_label text not null
);
comment on table market is 'The region a customer buys in. It sets the currency, tax rate and tax label (PRODUCT D1).';
comment on column market.tax_rate_basis_points is 'Hundredths of a per cent: 2000 is 20%.';

create table package (
  id text primary key,
  service_type text not null check (service_type in ('MY_FUTURE', 'STUDY_WORLD', 'BIZ_FUTURE')),
  position integer not null unique,
  on_sale boolean not null default true,
  current_version integer not null
);
comment on table package is 'A package that is or was on sale. Its versions hold the price and content.';
comment on column package.position is 'Sort order in lists of packages.';
comment on column package.current_version is 'The version now on sale.';

create table package_version (
  package_id text not null references package (id) deferrable initially deferred,
  version integer not null check (version > 0),
  title text not null,
  description text not null,
  net_price integer not null check (net_price > 0),
  billing text not null check (billing in ('once', 'monthly')),
  span_weeks integer not null default 0 check (span_weeks >= 0),
  span_months integer not null default 0 check (span_months >= 0),
  features text[] not null,
  image text not null,
  created_at timestamptz not null,
  primary key (package_id, version),
  check (span_weeks + span_months > 0)
);
comment on table package_version is 'Price and content of a package. Immutable, so that buyers keep what they bought.';
comment on column package_version.net_price is
  'Minor units before tax, the same number in each currency. For a monthly package, the price per month.';
comment on column package_version.span_weeks is 'The duration of the package is span_weeks plus span_months.';

alter table package
  add constraint package_current_version_fkey foreign key (id, current_version)
  references package_version (package_id, version) deferrable initially deferred;

create table package_line (
  package_id text not null,
  version integer not null,
  key text not null,
  position integer not null,
  kind text not null check (kind in ('session', 'deliverable')),
  title text not null,
  minutes integer check (minutes > 0),
  unit text,
  quantity integer check (quantity > 0),
  granted_per text not null check (granted_per in ('purchase', 'subscription', 'period')),
  weight integer not null check (weight between 0 and 10000),
  primary key (package_id, version, key),
  foreign key (package_id, version) references package_version (package_id, version),
  check ((kind = 'session') = (minutes is not null)),
  check ((kind = 'deliverable') = (unit is not null))
);
comment on table package_line is 'One item that a package version promises: sessions of one length, or deliverables.';
comment on column package_line.key is 'Identifies the line across all versions of its package.';
comment on column package_line.minutes is 'Length of one session.';
comment on column package_line.unit is 'What one deliverable is called, such as a post or a report.';
comment on column package_line.quantity is 'Null: unlimited.';
comment on column package_line.granted_per is
  'When the quantity is granted: with the purchase, once per subscription, or with each paid period.';
comment on column package_line.weight is
  'Basis points of the price, 10000 per version, from which refunds are calculated (PRODUCT D10, D21).';

-- The weights must add up to the whole price, because refunds are calculated from them (PRODUCT D10, D21).
create function check_package_weights() returns trigger language plpgsql set search_path from current as $$
begin
  if (
    select sum(weight) from package_line where package_id = new.package_id and version = new.version
  ) is distinct from 10000 then
    raise exception 'the lines of version % of % are not worth the whole price', new.version, new.package_id
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger package_line_weights after insert or update on package_line
  deferrable initially deferred for each row execute function check_package_weights();

-- Buyers keep the version they bought, so versions never change and get no new lines once on sale.
create trigger package_version_never_changes before update or delete on package_version
  for each row execute function refuse_change();
create trigger package_version_stays before truncate on package_version
  for each statement execute function refuse_change();
create trigger package_line_never_changes before update or delete on package_line
  for each row execute function refuse_change();
create trigger package_line_stays before truncate on package_line
  for each statement execute function refuse_change();

create function refuse_line_of_sold_version() returns trigger language plpgsql set search_path from current as $$
begin
  if exists (select from package where id = new.package_id and current_version >= new.version) then
    raise exception 'Version % of % is sold already', new.version, new.package_id
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger package_line_of_new_version before insert on package_line
  for each row execute function refuse_line_of_sold_version();

create constraint trigger market_content after insert or update or delete on market
  deferrable initially deferred for each row execute function record_content_change();
create constraint trigger package_content after insert or update or delete on package
  deferrable initially deferred for each row execute function record_content_change();
create constraint trigger package_version_content after insert or update or delete on package_version
  deferrable initially deferred for each row execute function record_content_change();
create constraint trigger package_line_content after insert or update or delete on package_line
  deferrable initially deferred for each row execute function record_content_change();
