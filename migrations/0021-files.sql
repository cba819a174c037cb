-- Files that people send us or we make for them, in pieces: no process holds one whole, and a backup has them all.
create table stored_file (
  id uuid primary key default gen_random_uuid(),
  -- as people see it: without a path
  name text not null check (char_length(name) between 1 and 120 and name !~ '[/\\[:cntrl:]]'),
  type text not null check (type in ('pdf', 'docx', 'xlsx', 'pptx', 'png', 'jpeg', 'webp', 'mp4', 'text', 'csv')),
  size integer not null check (size between 1 and 26214400),
  stored_at timestamptz not null
);

create table file_piece (
  file_id uuid not null references stored_file (id) on delete cascade,
  number integer not null check (number >= 0),
  content bytea not null check (octet_length(content) between 1 and 262144),
  primary key (file_id, number)
);
-- Nearly all of them are packed already: packing them once more only costs time.
alter table file_piece alter column content set storage external;
