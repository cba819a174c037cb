-- What the bell told is forgotten by when it was read.
create index notification_read_at_idx on notification (read_at) where read_at is not null;
