import { type Database, openDatabase } from '#platform/server/db/open-database.ts'
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts'
import { givenBookableConsultant } from '#tests/support/given/bookable-consultants.ts'
import { insertMembers } from '#tests/support/given/members.ts'
import { startSite } from '#tests/support/site/start-site.ts'
import { logIn } from './logins.ts'
import { createDatabase, getText, timeInTurns, toRows } from './measurement.ts'

const CONSULTANTS = 5
/** Bookings per consultant in the requested month. The number is the same at both sizes. */
const UPCOMING = 100
const FEW = 1_000
const MANY = 100_000
const REQUESTS = 300
const BATCH_SIZE = 5_000

/**
 * Measures the free slots of 30 days over five consultants, with few and with many bookings in the table. Requests
 * alternate between the two sites, so that other load on the machine slows both.
 * @returns the 99th percentile in milliseconds
 */
export async function measureFreeSlots(databaseUrl: string): Promise<{ few: number; many: number; count: number }> {
  await using few = await startSiteWith(FEW, databaseUrl)
  await using many = await startSiteWith(MANY, databaseUrl)
  const [fewTimes, manyTimes] = await timeInTurns([few.readSlots, many.readSlots], REQUESTS)
  const { slots } = JSON.parse(await many.readSlots()).data
  return { few: fewTimes.p99, many: manyTimes.p99, count: slots.length }
}

/** Creates a separate database on the same server. */
async function startSiteWith(bookings: number, databaseUrl: string) {
  const url = await createDatabase(databaseUrl, `slots_${bookings}`)
  const site = await startSite({ environment: { DATABASE_URL: url, TRUST_PROXY: 'loopback' } })
  const database = await openDatabase({ url })
  const now = new Date()
  const [regular] = await makeBookings(database, bookings, now)
  await database.close()
  const token = await logIn(site.url, '0@slots.example')
  const query = new URLSearchParams({
    entitlementId: regular?.entitlementId ?? '',
    lineKey: 'consultation',
    from: now.toISOString(),
    until: new Date(now.getTime() + 30 * DAY_MS).toISOString(),
  })
  return {
    readSlots: () => getText(`${site.url}/api/sessions/slots?${query}`, token),
    [Symbol.asyncDispose]: async () => void (await site.stop()),
  }
}

async function makeBookings(database: Database, bookings: number, now: Date): Promise<RegularMember[]> {
  const regulars = await makeRegularMembers(database, now)
  await insertUpcoming(database, regulars, now)
  await insertPast(database, regulars, now, bookings / CONSULTANTS - UPCOMING)
  await database.pool.query('analyze')
  return regulars
}

export type RegularMember = { consultantId: string; memberId: string; entitlementId: string }

/** Each consultant has one member who books them often, so no member has two sessions at the same time. */
export async function makeRegularMembers(database: Database, now: Date): Promise<RegularMember[]> {
  const rows = toRows(database)
  const emails = await insertMembers(database, CONSULTANTS, 'slots.example')
  const regulars: RegularMember[] = []
  for (const email of emails) {
    const weeklyHours = [['09:00', '17:00']] as const
    const { id } = await givenBookableConsultant({ database, rows }, { weeklyHours, bufferMinutes: 10 })
    const [{ entitlement_id, member_id }] = await rows(
      `insert into entitlement (member_id, package_id, package_version, source, starts_at, ends_at)
       select account.id, package_id, version, 'granted', $2, $3
       from account, package_version where email = $1 and package_id = 'my-future-pro'
       order by version desc limit 1
       returning id as entitlement_id, member_id`,
      email,
      new Date(now.getTime() - DAY_MS),
      new Date(now.getTime() + 40 * DAY_MS),
    )
    await rows(
      `insert into entitlement_entry (entitlement_id, line_key, kind, quantity, occurred_at)
       values ($1, 'consultation', 'grant', null, $2)`,
      entitlement_id,
      now,
    )
    regulars.push({ consultantId: id, memberId: member_id, entitlementId: entitlement_id })
  }
  return regulars
}

/** Four a day, two hours apart. */
export async function insertUpcoming(database: Database, regulars: RegularMember[], now: Date): Promise<void> {
  const tomorrow = new Date(Math.ceil(now.getTime() / DAY_MS) * DAY_MS + 9 * HOUR_MS)
  const startsAt = `$4::timestamptz + (n / 4) * interval '1 day' + (n % 4) * interval '2 hours'`
  for (const regular of regulars) await insertBookings(database, regular, 'booked', startsAt, tomorrow, 0, UPCOMING)
}

/** One session every 40 minutes, going back from 24 hours ago. */
async function insertPast(database: Database, regulars: RegularMember[], now: Date, count: number): Promise<void> {
  const startsAt = `$4::timestamptz - (n + 36) * interval '40 minutes'`
  for (const regular of regulars)
    for (let first = 0; first < count; first += BATCH_SIZE)
      await insertBookings(database, regular, 'held', startsAt, now, first, Math.min(first + BATCH_SIZE, count))
}

/** @param startsAt an SQL expression of a moment, `$4`, and a row number, `n` */
async function insertBookings(
  { pool }: Database,
  { memberId, consultantId, entitlementId }: RegularMember,
  state: 'booked' | 'held',
  startsAt: string,
  moment: Date,
  first: number,
  end: number,
): Promise<void> {
  await pool.query(
    `insert into booking (
       member_id, consultant_id, entitlement_id, line_key, package_id, title, minutes, is_unlimited, starts_at, ends_at,
       occupied, state, place, created_at, booked_at)
     select $1, $2, $3, 'consultation', 'my-future-pro', 'Consultation', 20, false, starts_at, ends_at,
       tstzrange(starts_at - interval '5 minutes', ends_at + interval '5 minutes'), $5, 'online', $4, $4
     from generate_series($6::int, $7::int - 1) as n,
       lateral (select ${startsAt} as starts_at) as start,
       lateral (select starts_at + interval '20 minutes' as ends_at) as finish`,
    [memberId, consultantId, entitlementId, moment, state, first, end],
  )
}
