-- PRODUCT D24: what a guardian was asked for, and what a purchase says of its buyer's age.
alter table guardian_confirmation
  -- as the letter said it: a yes counts for this and for nothing else
  add column package_version integer not null,
  add column market text not null references market (id),
  add column currency text not null check (currency in ('GBP', 'USD')),
  add column tax integer not null check (tax >= 0),
  add column total integer not null check (total > tax),
  add foreign key (package_id, package_version) references package_version (package_id, version),
  add constraint guardian_confirmation_one_answer_check check (confirmed_at is null or refused_at is null);
-- A new letter takes the place of the one before.
create unique index guardian_confirmation_one_open_idx on guardian_confirmation (member_id, package_id)
  where confirmed_at is null and refused_at is null;
create index guardian_confirmation_requested_at_idx on guardian_confirmation (requested_at);

alter table purchase
  -- null where the package does not ask
  add column buyer_is_under_18 boolean,
  -- when the guardian said yes: proof that stays once their address is forgotten
  add column guardian_confirmed_at timestamptz,
  -- Nobody under 18 buys without it.
  add constraint purchase_guardian_check check ((buyer_is_under_18 is true) = (guardian_confirmed_at is not null));
