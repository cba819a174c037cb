-- What staff look through, in the order of their lists and under each filter of them.

-- Purchases by the day that their buyers read: when they were paid, or else begun.
create index purchase_dated_idx on purchase (coalesce(completed_at, created_at) desc, id desc);
create index purchase_status_idx on purchase (status, coalesce(completed_at, created_at) desc, id desc);
create index purchase_package_idx on purchase (package_id, coalesce(completed_at, created_at) desc, id desc);
create index purchase_currency_idx on purchase (currency, coalesce(completed_at, created_at) desc, id desc);
-- By the beginning of what somebody remembers of it.
create index purchase_reference_prefix_idx on purchase (reference text_pattern_ops);
create index account_email_prefix_idx on account (email_canonical text_pattern_ops);
create index account_name_prefix_idx on account (lower(first_name || ' ' || last_name) text_pattern_ops);
create index account_last_name_prefix_idx on account (lower(last_name) text_pattern_ops);

-- What the provider has told of one payment, or of one subscription.
create index stripe_event_payment_idx on stripe_event (payment_intent_id) where payment_intent_id is not null;
create index stripe_event_subscription_idx on stripe_event (provider_subscription_id)
  where provider_subscription_id is not null;
create index payment_anomaly_resolved_idx on payment_anomaly (found_at desc, id desc) where resolved_at is not null;
create index payment_anomaly_purchase_idx on payment_anomaly ((detail ->> 'purchaseId'));
create index payment_anomaly_subject_idx on payment_anomaly (subject);

-- The sessions of all consultants, by the time at which they are held.
create index booking_starts_at_idx on booking (starts_at, id) where state <> 'reserved';
create index booking_state_idx on booking (state, starts_at, id) where state <> 'reserved';

-- Everybody's deliverables, by state and the day on which they are due.
create index deliverable_item_state_idx on deliverable_item (state, due_on, sequence);

-- Papers by their kind and currency, newest first, and by the beginning of their number.
create index document_kind_idx on document (kind, issued_at desc);
create index document_currency_idx on document ((content ->> 'currency'), issued_at desc);
create index document_reference_prefix_idx on document (reference text_pattern_ops);
create index deliverable_item_consultant_state_idx on deliverable_item (consultant_id, state, due_on, sequence);
