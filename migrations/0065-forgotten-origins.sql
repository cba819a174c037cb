-- From where a payment was begun is forgotten after a day.
create index payment_origin_noted_at_idx on payment_origin (noted_at);
