-- What the bell told is forgotten by when it was told, read or not.
create index notification_created_at_idx on notification (created_at);
