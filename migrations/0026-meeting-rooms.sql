-- A meeting room is one address: what has a break in it leads nowhere, and its consultant names another one.
update availability set meeting_url = null where meeting_url ~ '[[:cntrl:][:space:]]';
alter table availability add constraint availability_meeting_url_whole check (meeting_url !~ '[[:cntrl:][:space:]]');
