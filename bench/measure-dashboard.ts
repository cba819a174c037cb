import { type Database, openDatabase } from '#platform/server/db/open-database.ts'
import { makeMembers } from '../tests/support/members.ts'
import { startSite } from '../tests/support/start-site.ts'
import { logIn } from './measure-logins.ts'

const MEMBERS = 100_000
/** Of the one who asks. */
const PURCHASES = 200
/** Of everybody else together, so that the tables are as large as they would be. */
const OTHER_PURCHASES = 100_000
const QUESTIONS = 500
const WARMING_UP = 50
/** Rows of a statement: a longer one would be ended by the connection's own limit. */
const AT_ONCE = 5_000

/**
 * How long the dashboard of a member with 200 purchases takes to be asked for, among 100,000 members.
 * @returns the times in milliseconds that half of all, and 99 of 100, keep
 */
export async function measureDashboard(databaseUrl: string): Promise<{ median: number; p99: number }> {
  const address = await makeDatabase(databaseUrl, 'dashboard')
  const site = await startSite({ environment: { DATABASE_URL: address, TRUST_PROXY: 'loopback' } })
  const database = await openDatabase({ url: address })
  const [email = ''] = await makeMembers(database, 1, 'dashboard.example')
  await fill(database, email)
  await database.close()
  const headers = { authorization: `Bearer ${await logIn(site.url, email)}` }
  const durations: number[] = []
  for (let question = -WARMING_UP; question < QUESTIONS; question += 1) {
    const startedAt = performance.now()
    const response = await fetch(`${site.url}/api/portal/dashboard`, { headers })
    await response.text()
    if (!response.ok) throw new Error(`The dashboard was answered ${response.status}`)
    if (question >= 0) durations.push(performance.now() - startedAt)
  }
  await site.stop()
  durations.sort((a, b) => a - b)
  const keptBy = (share: number) => durations[Math.floor(durations.length * share)] ?? 0
  return { median: keptBy(0.5), p99: keptBy(0.99) }
}

async function makeDatabase(databaseUrl: string, name: string): Promise<string> {
  const address = new URL(databaseUrl)
  address.pathname = name
  const server = await openDatabase({ url: databaseUrl })
  await server.pool.query(`create database ${name}`)
  await server.close()
  return address.href
}

async function fill({ pool }: Database, email: string): Promise<void> {
  for (let first = 1; first <= MEMBERS; first += AT_ONCE)
    await pool.query(
      `insert into account (email, email_canonical, first_name, last_name, mobile, password_hash, role, created_at)
       select n || '@crowd.example', n || '@crowd.example', 'Ada', 'Lovelace', '+447700900123', '', 'member', now()
       from generate_series($1::int, $2::int) as n`,
      [first, first + AT_ONCE - 1],
    )
  // A week each, one after the other: the newest is the one that still runs.
  const own = `select account.id, n, now() - n * interval '8 days' as moment
    from account, generate_series($2::int, $3::int) as n where email = $4`
  const others = `select account.id, n, now() - random() * interval '2 years' as moment
    from generate_series($2::int, $3::int) as n join account on email = n || $4`
  await pool.query(buy(own), ['own', 0, PURCHASES - 1, email])
  for (let first = 1; first <= OTHER_PURCHASES; first += AT_ONCE)
    await pool.query(buy(others), ['others', first, first + AT_ONCE - 1, '@crowd.example'])
  await pool.query('analyze')
}

/** What the one who asks was promised is planned when they ask for the first time. */
function buy(buyers: string): string {
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
        member_id, package_id, package_version, source, purchase_id, starts_at, ends_at, items_planned_at)
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
