import pg from 'pg'
import { sampleDocument } from '#tests/support/given/sample-document.ts'

/**
 * Inserts two years of business: each member has a purchase, its documents, a past session and a deliverable. The rows
 * are consistent by construction, so triggers and foreign keys are skipped. This needs a superuser and a separate
 * server.
 * @param consultantIds the consultants who share the sessions
 */
export async function fillHistory(url: string, members: number, consultantIds: string[]): Promise<void> {
  const client = await connect(url)
  try {
    await client.query('set synchronous_commit = off')
    await client.query(numbers(members))
    // Without foreign key checks, these inserts do not block each other, so the slowest ones run in parallel.
    await Promise.all([insert(url, tables), insert(url, [entries]), insert(url, [bookings], [consultantIds])])
    await client.query('drop table history')
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

async function insert(url: string, statements: string[], values?: unknown[]): Promise<void> {
  const client = await connect(url)
  try {
    await client.query('set session_replication_role = replica')
    for (const statement of statements) await client.query(statement, values)
  } finally {
    await client.end()
  }
}

/** Rounded to milliseconds, as the product writes them. The newest is one hour old. */
const numbers = (members: number) => `
  create unlogged table history as
  select n, gen_random_uuid() as member_id, gen_random_uuid() as purchase_id, gen_random_uuid() as entitlement_id,
    date_trunc('milliseconds', now() - interval '1 hour' - (730 * n::float8 / ${members}) * interval '1 day') as moment
  from generate_series(1, ${members}) as n`

/** Fifty last names, so that the members with any one name fill a page at both 1,000 and 1,000,000 members. */
const lastName = `(array['Lovelace', 'Hopper', 'Turing', 'Babbage', 'Boole', 'Byron', 'Somerville', 'Herschel', 'Faraday',
  'Franklin', 'Hodgkin', 'Anning', 'Nightingale', 'Darwin', 'Wallace', 'Newton', 'Hooke', 'Boyle', 'Halley', 'Wren',
  'Watt', 'Stephenson', 'Brunel', 'Telford', 'Davy', 'Dalton', 'Joule', 'Kelvin', 'Maxwell', 'Rayleigh', 'Thomson',
  'Rutherford', 'Chadwick', 'Dirac', 'Bragg', 'Crick', 'Sanger', 'Perutz', 'Kendrew', 'Hawking', 'Penrose', 'Wiles',
  'Hardy', 'Littlewood', 'Cayley', 'Sylvester', 'Hamilton', 'Stokes', 'Airy', 'Green'])[n % 50 + 1]`

const offer = `(select max(version) from package_version where package_id = 'my-future-basic')`

const sampleDocumentJson = JSON.stringify(sampleDocument('ada@history.example'))

const tables = [
  `insert into account (id, email, email_canonical, first_name, last_name, mobile, password_hash, role, created_at)
   select member_id, n || '@history.example', n || '@history.example', 'Ada', ${lastName}, '+447700900123', '',
     'member', moment from history`,
  `insert into purchase (
     id, member_id, package_id, package_version, status, market, currency, net, tax_rate_basis_points, tax_label, tax,
     total, consent_version, consent_start_now, consent_acknowledge_loss, consent_at, payment_mode, payment_intent_id,
     reference, created_at, completed_at, buyer_kind)
   select purchase_id, member_id, 'my-future-basic', ${offer}, 'completed', 'uk', 'GBP', 9900, 2000, 'VAT (20%)', 1980,
     11880, '2026-11', true, true, moment, 'sandbox', 'pi_history_' || n, 'test-history-' || n, moment, moment,
     'consumer' from history`,
  `insert into payment_entry (kind, provider_id, purchase_id, amount, currency, occurred_at)
   select 'charge', 'ch_history_' || n, purchase_id, 11880, 'GBP', moment from history`,
  `insert into document (sequence, number, reference, kind, purchase_id, issued_at, content)
   select 'history', n, 'INV-HISTORY-' || n, 'invoice', purchase_id, moment, '${sampleDocumentJson}' from history`,
  `insert into entitlement (
     id, member_id, package_id, package_version, source, purchase_id, starts_at, ends_at, deliverables_planned_at)
   select entitlement_id, member_id, 'my-future-basic', ${offer}, 'purchased', purchase_id, moment,
     moment + interval '7 days', moment from history`,
  `insert into deliverable (
     entitlement_id, member_id, line_key, number, promised, title, unit, due_on, state, delivered_at, planned_at)
   select entitlement_id, member_id, 'roadmap', 1, 1, 'Roadmap', 'roadmap', (moment + interval '7 days')::date,
     case when n % 500 = 0 then 'planned' else 'delivered' end, case when n % 500 > 0 then moment + interval '5 days' end,
     moment from history`,
  `insert into conversation (member_id, reply_key, last_message_at, waiting_since, listed_at)
   select member_id, lpad(to_hex(n), 16, '0'), moment, case when n % 5000 = 0 then moment end,
     case when n % 5000 = 0 then moment else 'epoch'::timestamptz + ('4000-01-01'::timestamptz - moment) end
   from history where n % 5 = 0`,
  `insert into email (id, reason, recipient, subject, text_body, html_body, created_at, sent_at)
   select purchase_id, 'history:' || n, n || '@history.example', 'Your invoice', 'Hello', '<p>Hello</p>', moment, moment
   from history`,
  `insert into email_delivery (id, email_id, requested_at, attempts, sent_at)
   select purchase_id, purchase_id, moment, 1, moment from history`,
]

const entries = `
  insert into entitlement_entry (entitlement_id, line_key, kind, quantity, occurred_at)
  select entitlement_id, line.key, 'grant', line.quantity, moment
  from history, package_line line where line.package_id = 'my-future-basic' and line.version = ${offer}`

/** Each consultant has one session every 20 minutes, going back from 12 hours ago. */
const bookings = `
  insert into booking (
    member_id, consultant_id, entitlement_id, line_key, package_id, title, minutes, is_unlimited, starts_at, ends_at,
    occupied, state, place, created_at, booked_at)
  select member_id, ($1::uuid[])[n % cardinality($1::uuid[]) + 1], entitlement_id, 'initial-consultation',
    'my-future-basic', 'Initial consultation', 10, false, start.moment, start.moment + interval '10 minutes',
    tstzrange(start.moment, start.moment + interval '10 minutes'),
    case when n % 9 = 0 then 'missed' else 'held' end, 'online', start.moment, start.moment
  from history, lateral (
    select date_trunc('minute', now()) - (n / cardinality($1::uuid[]) + 36) * interval '20 minutes' as moment
  ) as start`
