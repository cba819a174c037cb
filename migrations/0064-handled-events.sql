-- Events of the provider are forgotten by when they were handled.
create index stripe_event_handled_at_idx on stripe_event (handled_at) where handled_at is not null;
