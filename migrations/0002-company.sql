create table company (
  id boolean primary key default true check (id),
  settings jsonb not null,
  placeholders text[] not null,
  legal_notes jsonb not null default '{"privacy": "", "terms": ""}' check (jsonb_typeof(legal_notes) = 'object'),
  version integer not null default 1
);
comment on table company is 'One row: the company details shown on the site, edited by an administrator (PRODUCT D20).';
comment on column company.placeholders is 'The settings that still have placeholder values.';
comment on column company.legal_notes is
  'Plain text that the owner adds to the legal pages. The site provides the rest of them.';
comment on column company.version is 'For optimistic locking, to detect concurrent edits.';

create constraint trigger company_content after insert or update or delete on company
  deferrable initially deferred for each row execute function record_content_change();
