-- The few mails that are forgotten once they were sent, for those that could not be sent.
create index mail_forgotten_once_sent_idx on mail (created_at) where is_forgotten_once_sent;
