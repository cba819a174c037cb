-- One document, edited by an administrator (PRODUCT D20).
create table company (
  id boolean primary key default true check (id),
  settings jsonb not null,
  -- the settings that are still placeholders
  placeholders text[] not null
);
