-- Every mail is written in the transaction of the fact it tells of; one mail per reason.
create table mail (
  id uuid primary key,
  reason text not null unique,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index mail_unsent_idx on mail (created_at) where sent_at is null;
