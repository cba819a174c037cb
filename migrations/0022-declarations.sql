-- A table of its own, because a process of the previous version knows only two kinds of messages. To it, a cancellation
-- is a message from the contact page.
create table cancellation (
  message_id uuid primary key references message (id) on delete cascade,
  order_reference text not null check (order_reference ~ '^(unknown|(fw|test)-[0-9]{4}-[0-9]{6,9})$'),
  outcome text check (
    outcome in (
      'withdrawn', 'renewal-stopped', 'already-cancelled', 'charged-since', 'no-match', 'too-late', 'business',
      'delivered', 'refunded', 'ended', 'not-paid', 'other-provider', 'not-matched'
    )
  ),
  purchase_id uuid references purchase (id),
  check (purchase_id is null or outcome is not null)
);
comment on table cancellation is
  'A contract that someone cancelled without logging in (PRODUCT D25). Its message is the case in the inbox, received when the person confirmed. Purged after 72 months.';
comment on column cancellation.message_id is
  'Generated with the page that asks for confirmation, so that pressing twice declares once.';
comment on column cancellation.order_reference is '"unknown" if the person could not find it.';
comment on column cancellation.outcome is 'What the job did, or why staff must look at it. Null: not done yet.';
comment on column cancellation.purchase_id is 'The order, if reference and email address belong together.';
create index cancellation_order_idx on cancellation (order_reference);
create index cancellation_purchase_idx on cancellation (purchase_id) where purchase_id is not null;

alter table message
  add column cancellation_hint text check (cancellation_hint in ('contract', 'unclear'));
comment on column message.cancellation_hint is
  'Set if the words sound as if the writer wants to cancel: a contract, or perhaps only a booking.';

alter table conversation_message
  add column cancellation_hint text check (cancellation_hint in ('contract', 'unclear'));
comment on column conversation_message.cancellation_hint is 'For messages of members, as in the table message.';
