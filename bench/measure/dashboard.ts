import { type Database, openDatabase } from '#platform/server/db/open-database.ts'
import { insertMembers } from '#tests/support/given/members.ts'
import { startSite } from '#tests/support/site/start-site.ts'
import { logIn } from './logins.ts'
import { createDatabase, getText, type Times, timeInTurns } from './measurement.ts'

const MEMBERS = 100_000
/** Purchases of the member whose dashboard is measured. */
const PURCHASES = 200
/** Purchases of all other members together, so that the tables have a realistic size. */
const OTHER_PURCHASES = 100_000
const REQUESTS = 500
/** Rows per statement. A longer statement would hit the connection's statement timeout. */
const BATCH_SIZE = 5_000

/** Measures the dashboard of one member with 200 purchases, among 100,000 members. */
export async function measureDashboard(databaseUrl: string): Promise<Times> {
  const url = await createDatabase(databaseUrl, 'dashboard')
  const site = await startSite({ environment: { DATABASE_URL: url, TRUST_PROXY: 'loopback' } })
  const database = await openDatabase({ url })
  const [email = ''] = await insertMembers(database, 1, 'dashboard.example')
  await fill(database, email)
  await database.close()
  const token = await logIn(site.url, email)
  const [times] = await timeInTurns([() => getText(`${site.url}/api/portal/dashboard`, token)], REQUESTS)
  await site.stop()
  return times
}

async function fill({ pool }: Database, email: string): Promise<void> {
  for (let first = 1; first <= MEMBERS; first += BATCH_SIZE)
    await pool.query(
      `insert into account (email, email_canonical, first_name, last_name, mobile, password_hash, role, created_at)
       select n || '@crowd.example', n || '@crowd.example', 'Ada', 'Lovelace', '+447700900123', '', 'member', now()
       from generate_series($1::int, $2::int) as n`,
      [first, first + BATCH_SIZE - 1],
    )
  // One week each, without overlap, so only the newest is still running.
  const measuredBuyer = `select account.id, n, now() - n * interval '8 days' as moment
    from account, generate_series($2::int, $3::int) as n where email = $4`
  const otherBuyers = `select account.id, n, now() - random() * interval '2 years' as moment
    from generate_series($2::int, $3::int) as n join account on email = n || $4`
  await pool.query(purchaseQuery(measuredBuyer), ['own', 0, PURCHASES - 1, email])
  for (let first = 1; first <= OTHER_PURCHASES; first += BATCH_SIZE)
    await pool.query(purchaseQuery(otherBuyers), ['others', first, first + BATCH_SIZE - 1, '@crowd.example'])
  await pool.query('analyze')
}

/** The measured member's deliverables stay unplanned; the first request for the dashboard plans them. */
function purchaseQuery(buyers: string): string {
  return `
    with buyer as (${buyers}), bought as (
      insert into purchase (
        member_id, package_id, package_version, status, market, currency, net, tax_rate_basis_points, tax_label, tax,
        total, consent_version, consent_start_now, consent_acknowledge_loss, consent_at, payment_mode, payment_intent_id,
        reference, created_at, completed_at, buyer_kind)
      select id, 'my-future-basic', (select max(version) from package_version where package_id = 'my-future-basic'),
        'completed', 'uk', 'GBP', 9900, 2000, 'VAT (20%)', 1980, 11880, '2026-11', true, true, moment, 'sandbox',
        'pi_' || $1 || n, 'test-' || $1 || '-' || n, moment, moment, 'consumer'
      from buyer
      returning *
    ), paid as (
      insert into payment_entry (kind, provider_id, purchase_id, amount, currency, occurred_at)
      select 'charge', 'ch_' || payment_intent_id, id, total, currency, completed_at from bought
    ), owned as (
      insert into entitlement (
        member_id, package_id, package_version, source, purchase_id, starts_at, ends_at, deliverables_planned_at)
      select member_id, package_id, package_version, 'purchased', id, completed_at, completed_at + interval '7 days',
        case when $1 = 'others' then now() end
      from bought
      returning *
    )
    insert into entitlement_entry (entitlement_id, line_key, kind, quantity, occurred_at)
    select owned.id, line.key, 'grant', line.quantity, owned.starts_at
    from owned join package_line line
      on line.package_id = owned.package_id and line.version = owned.package_version and line.kind = 'session'`
}
