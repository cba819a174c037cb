-- A column of its own, because a process of the previous version replaces all of the settings, and does not know these.
alter table company
  add column registrations jsonb not null default '[]' check (jsonb_typeof(registrations) = 'array');
comment on column company.registrations is
  'Registrations and memberships of the company: [{"text", "url"}], shown as the owner writes them. A url may be null.';
