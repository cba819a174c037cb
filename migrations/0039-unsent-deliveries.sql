-- Staff look for mails that did not leave, which are few among hundreds of thousands that did.
create index mail_delivery_unsent_idx on mail_delivery (mail_id) where sent_at is null;
