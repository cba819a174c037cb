-- A session that goes takes what was begun in it along, which is looked for once for each.
create index login_challenge_session_id_idx on login_challenge (session_id) where session_id is not null;
