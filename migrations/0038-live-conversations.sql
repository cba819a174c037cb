-- Open pages of a conversation are told of what is written in it and of who waits, whichever of the two sides they are.
create trigger conversation_written after insert on conversation_message
  for each row execute function signal_member('member_id');
create trigger conversation_waiting after update of waiting_since on conversation
  for each row when (old.waiting_since is distinct from new.waiting_since) execute function signal_member('member_id');
