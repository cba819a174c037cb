-- What a member gives the consultant to read for a session. A booking with files is never deleted, only cancelled.
create table booking_file (
  booking_id uuid not null references booking (id),
  -- at most five, whoever adds at once; taken anew once a file is removed
  number integer not null check (number between 1 and 5),
  file_id uuid not null unique references stored_file (id),
  added_at timestamptz not null,
  primary key (booking_id, number)
);
