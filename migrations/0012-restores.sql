-- Restoring data writes rows with an empty search path: the trigger has to find its table all the same.
alter function note_content_change() set search_path from current;
