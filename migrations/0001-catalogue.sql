-- A market is a currency, a tax rate and a tax label (PRODUCT D1).
create table market (
  id text primary key check (id in ('uk', 'international')),
  currency text not null unique check (currency in ('GBP', 'USD')),
  tax_rate_basis_points integer not null check (tax_rate_basis_points between 0 and 10000),
  tax_label text not null
);

create table package (
  id text primary key,
  service_type text not null check (service_type in ('MY_FUTURE', 'STUDY_WORLD', 'BIZ_FUTURE')),
  position integer not null unique,
  on_sale boolean not null default true,
  current_version integer not null
);

-- A version never changes once written: a buyer keeps what was bought.
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
  -- null: unlimited
  quantity integer check (quantity > 0),
  granted_per text not null check (granted_per in ('purchase', 'subscription', 'period')),
  -- basis points of the price, 10000 a package: what one line is worth in a refund (PRODUCT D10, D21)
  weight integer not null check (weight between 0 and 10000),
  primary key (package_id, version, key),
  foreign key (package_id, version) references package_version (package_id, version),
  check ((kind = 'session') = (minutes is not null)),
  check ((kind = 'deliverable') = (unit is not null))
);
