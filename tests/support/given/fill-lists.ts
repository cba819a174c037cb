import { sampleDocument } from './sample-document.ts'

type Rows = (sql: string, ...values: unknown[]) => Promise<unknown>

type Range = {
  first: number
  last: number
  /** This member also gets one more row of everything, so that the lists for one member grow too. */
  memberId: string
  administratorId: string
}

/** Sessions are divided among this many consultants, so that no consultant has two at the same time. */
const CONSULTANTS = 10

/** Rows per statement. A longer statement would exceed the connection's statement timeout. */
const AT_ONCE = 1_000

/**
 * The time of the n-th row, which is in the past, five seconds after the previous row's, and rounded to milliseconds as
 * the site writes them.
 */
const MOMENT = `date_trunc('milliseconds', now() - (2000000 - n) * interval '5 seconds')`

/** Inserts the consultants for sessions and deliverables. */
export async function fillConsultants(rows: Rows): Promise<void> {
  await rows(
    `with staff as (
       insert into account (email, email_canonical, first_name, last_name, mobile, password_hash, role, created_at)
       select n || '@staff.example', n || '@staff.example', 'Grace', 'Hopper ' || n, '', '', 'consultant',
         date_trunc('milliseconds', now())
       from generate_series(1, ${CONSULTANTS}) as n returning id, last_name
     )
     insert into consultant (account_id, display_name, summary, languages, services)
     select id, 'Grace ' || last_name, 'Listens first.', array['en'], array['MY_FUTURE'] from staff`,
  )
}

/** Inserts rows `first` to `last` into everything that staff see in lists, each for a different member. */
export async function fillLists(rows: Rows, { first, last, memberId, administratorId }: Range): Promise<void> {
  for (let from = first; from <= last; from += AT_ONCE) {
    const until = Math.min(from + AT_ONCE - 1, last)
    for (const statement of statementsPerMember) await rows(statement, from, until)
    await rows(audit, from, until, administratorId)
    await rows(messagesOfOneMember, from, until, memberId)
  }
}

/**
 * Hours from now to the n-th session. Sessions alternate between future and past, two hours further away each time, so
 * that those added after the next full hour fall between the others.
 */
const HOURS_FROM_NOW = `(n / ${CONSULTANTS} / 2 + 1) * (case when n / ${CONSULTANTS} % 2 = 0 then 2 else -2 end)`

const numbers = 'generate_series($1::int, $2::int) as n'
const buyer = `${numbers} join account buyer on buyer.email_canonical = n || '@lists.example'`

/** The version of the package that every member has. */
const offer = `(select max(version) from package_version where package_id = 'my-future-basic')`

const sampleDocumentJson = JSON.stringify(sampleDocument('ada@lists.example'))

const statementsPerMember = [
  `insert into account (email, email_canonical, first_name, last_name, mobile, password_hash, role, created_at)
   select n || '@lists.example', n || '@lists.example', 'Ada', 'Lovelace ' || n, '+447700900123', '', 'member', ${MOMENT}
   from ${numbers}`,
  `insert into purchase (
     member_id, package_id, package_version, status, market, currency, net, tax_rate_basis_points, tax_label, tax, total,
     consent_version, consent_start_now, consent_acknowledge_loss, consent_at, payment_mode, payment_intent_id,
     reference, created_at, completed_at, buyer_kind)
   select buyer.id, 'my-future-basic', ${offer}, 'completed', 'uk', 'GBP', 9900, 2000, 'VAT (20%)', 1980, 11880,
     '2026-11', true, true, ${MOMENT}, 'sandbox', 'pi_lists_' || n, 'test-lists-' || n, ${MOMENT}, ${MOMENT}, 'consumer'
   from ${buyer}`,
  `insert into payment_entry (kind, provider_id, purchase_id, amount, currency, occurred_at)
   select 'charge', 'ch_lists_' || n, purchase.id, total, currency, ${MOMENT}
   from ${numbers} join purchase on payment_intent_id = 'pi_lists_' || n`,
  `insert into document (sequence, number, reference, kind, purchase_id, issued_at, content)
   select 'lists', n, 'INV-LISTS-' || n, 'invoice', purchase.id, ${MOMENT}, '${sampleDocumentJson}'
   from ${numbers} join purchase on payment_intent_id = 'pi_lists_' || n`,
  `insert into entitlement (
     member_id, package_id, package_version, source, purchase_id, starts_at, ends_at, deliverables_planned_at)
   select member_id, package_id, package_version, 'purchased', purchase.id, ${MOMENT}, ${MOMENT} + interval '7 days', now()
   from ${numbers} join purchase on payment_intent_id = 'pi_lists_' || n`,
  `insert into entitlement_entry (entitlement_id, line_key, kind, quantity, occurred_at)
   select entitlement.id, line.key, 'grant', line.quantity, entitlement.starts_at
   from ${numbers} join purchase on payment_intent_id = 'pi_lists_' || n
     join entitlement on entitlement.purchase_id = purchase.id
     join package_line line on line.package_id = entitlement.package_id and line.version = entitlement.package_version`,
  `insert into booking (
     member_id, consultant_id, entitlement_id, line_key, package_id, title, minutes, is_unlimited, starts_at, ends_at,
     occupied, state, place, created_at, booked_at)
   select entitlement.member_id, holder.id, entitlement.id, 'initial-consultation', 'my-future-basic',
     'Initial consultation', 10, false, start.moment, finish.moment, tstzrange(start.moment, finish.moment),
     case when finish.moment > now() then 'booked' when n % 9 = 0 then 'missed' else 'held' end, 'online', ${MOMENT}, ${MOMENT}
   from ${numbers} join purchase on payment_intent_id = 'pi_lists_' || n
     join entitlement on entitlement.purchase_id = purchase.id
     join lateral (select consultant.id from consultant join account on account.id = account_id
       where account.email_canonical = (n % ${CONSULTANTS} + 1) || '@staff.example') holder on true,
     lateral (
       select date_trunc('hour', now()) + ${HOURS_FROM_NOW} * interval '1 hour' as moment
     ) as start,
     lateral (select start.moment + interval '10 minutes' as moment) as finish`,
  `insert into rating (booking_id, score, words, may_publish, consent_version, consented_at, shown_name, rated_at)
   select booking.id, 5, 'I know what comes next.', true, '2026-11', ${MOMENT}, 'Ada', ${MOMENT}
   from ${buyer} join booking on booking.member_id = buyer.id`,
  `insert into deliverable (
     entitlement_id, member_id, line_key, number, promised, title, unit, due_on, consultant_id, state, approval_requested_at,
     delivered_at, planned_at)
   select entitlement.id, entitlement.member_id, 'roadmap', 1, 1, 'Roadmap', 'roadmap',
     current_date + (n % 60 - 30), null, state, case when state = 'for_approval' then ${MOMENT} end,
     case when state = 'delivered' then ${MOMENT} end, ${MOMENT}
   from ${numbers} join purchase on payment_intent_id = 'pi_lists_' || n
     join entitlement on entitlement.purchase_id = purchase.id,
     lateral (select (array['planned', 'in_progress', 'for_approval', 'delivered'])[n % 4 + 1] as state) as chosen`,
  `with written as (
     insert into email (id, reason, recipient, subject, text_body, html_body, created_at, sent_at)
     select gen_random_uuid(), 'lists:' || n, n || '@lists.example', 'Welcome ' || n, 'Hello', '<p>Hello</p>',
       ${MOMENT}, ${MOMENT}
     from ${numbers}
     returning id, created_at
   )
   insert into email_delivery (id, email_id, requested_at, attempts, sent_at) select id, id, created_at, 1, created_at from written`,
  // One in twenty members is waiting for a reply.
  `insert into conversation (member_id, reply_key, last_message_at, waiting_since, listed_at)
   select buyer.id, lpad(to_hex(n), 16, '0'), ${MOMENT}, case when n % 20 = 0 then ${MOMENT} end,
     case when n % 20 = 0 then ${MOMENT} else 'epoch'::timestamptz + ('4000-01-01'::timestamptz - ${MOMENT}) end
   from ${buyer}`,
  `insert into conversation_message (member_id, author, sending_id, text, channel, written_at)
   select buyer.id, 'member', gen_random_uuid(), 'Which package fits?', 'portal', last_message_at
   from ${buyer} join conversation on conversation.member_id = buyer.id`,
  `insert into message (reference, kind, topic, name, email, body, received_at)
   select 'lists-' || n, kind, case when kind = 'complaint' then 'service' end, 'Ada ' || n, n || '@lists.example',
     'Which package fits?', ${MOMENT}
   from ${numbers}, lateral (select case when n % 10 = 0 then 'complaint' else 'contact' end as kind) as chosen`,
  // At most 200 stories, because the public pages show all of them.
  `insert into story (service_type, position, is_illustrative, title, start, work, result)
   select 'MY_FUTURE', n, true, 'Story ' || n, 'It began', 'It went on', 'It ended' from ${numbers} where n <= 200`,
  `insert into discount_code (code, percentage, is_for_new_members, created_at)
   select 'LISTS-' || n, 20, false, ${MOMENT} from ${numbers}`,
  `insert into payment_anomaly (kind, subject, detail, found_at)
   select 'payment-key-reused', 'lists-' || n, '{}', ${MOMENT} from ${numbers}`,
]

const audit = `
  insert into audit_entry (occurred_at, actor_id, action, object_kind, object_id, reason)
  select ${MOMENT}, $3, 'purchase.refunded', 'purchase', 'lists-' || n, 'The call did not take place' from ${numbers}`

const messagesOfOneMember = `
  with mine as (
    insert into conversation (member_id, reply_key, last_message_at, listed_at)
    values ($3, 'ffffffffffffffff', now(), 'epoch'::timestamptz + ('4000-01-01'::timestamptz - now()))
    on conflict (member_id) do update set last_message_at = now() returning member_id
  )
  insert into conversation_message (member_id, author, sending_id, text, channel, written_at)
  select member_id, 'member', gen_random_uuid(), 'One more question', 'portal', ${MOMENT} from mine, ${numbers}`
