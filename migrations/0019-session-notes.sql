-- What a consultant writes of a session: for themselves, or for the member to read.
create table session_note (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references booking (id) on delete cascade,
  author_id uuid not null references account (id),
  is_shared boolean not null,
  text text not null check (char_length(text) between 1 and 4000),
  written_at timestamptz not null
);
create index session_note_booking_id_idx on session_note (booking_id, written_at desc, id desc);
create index session_note_author_id_idx on session_note (author_id, written_at desc, id desc);
