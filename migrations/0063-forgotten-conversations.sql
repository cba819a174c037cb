-- Conversations are forgotten by when something was last written in them.
create index conversation_last_message_at_idx on conversation (last_message_at);
