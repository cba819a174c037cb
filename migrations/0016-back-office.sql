create table member_note (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references account (id),
  author_id uuid not null references account (id),
  text text not null check (char_length(text) between 1 and 4000),
  written_at timestamptz not null
);
comment on table member_note is
  'A note by staff about a member. It is personal data: exported to the member and erased with their data.';
create index member_note_member_id_idx on member_note (member_id, written_at desc, id desc);
create index member_note_author_id_idx on member_note (author_id);

create table stored_metrics (
  payment_mode text primary key check (payment_mode in ('sandbox', 'stripe')),
  as_of timestamptz not null,
  row_count integer not null check (row_count >= 0),
  months text[] not null,
  sums jsonb not null
);
comment on table stored_metrics is
  'Cached metrics of the overview, shown where computing them on request would take too long.';
comment on column stored_metrics.row_count is
  'Number of counted rows. If there are few, the metrics are computed on request.';
