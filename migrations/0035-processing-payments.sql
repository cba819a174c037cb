-- What the provider said last of an open payment: the bank is at work, and its member has nothing to do but wait.
alter table purchase add column is_processing boolean not null default false;
