-- Columns of their own, because a process of the previous version drops emails with an unsubscribe link that it does not
-- know, and would send a document that it cannot draw as an empty file.
alter table email
  add column opt_out_url text,
  add column documents jsonb not null default '[]';
comment on column email.opt_out_url is 'Signed link that turns this kind of email off for its member (RFC 8058).';
comment on column email.documents is
  'Numbers of issued documents, drawn as PDFs and attached when the email is sent.';
comment on column email.unsubscribe_url is 'The unsubscribe link of a newsletter (RFC 8058).';
