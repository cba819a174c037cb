-- Of mails that were sent long ago words and address are taken out, once: those without are many more, and not in it.
create index mail_with_words_idx on mail (sent_at) where recipient <> '';
