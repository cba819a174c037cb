-- Which availability it is that somebody reads and changes: one that was read before an illness was reported would open
-- the day again.
alter table availability add column version integer not null default 0;
