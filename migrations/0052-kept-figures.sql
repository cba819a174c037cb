-- What the overview counts, of one moment: shown where counting takes longer than anybody would wait.
create table kept_figures (
  payment_mode text primary key check (payment_mode in ('sandbox', 'stripe')),
  as_of timestamptz not null,
  -- How many rows were counted: of few, each look counts anew.
  row_count integer not null check (row_count >= 0),
  months text[] not null,
  sums jsonb not null
);
