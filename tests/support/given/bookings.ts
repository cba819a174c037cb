import { vi } from 'vitest'
import type { Member, TestApp } from '../app/start-app.ts'

const HOUR = 60 * 60_000

/** The first full hour at least this many hours ahead. Test consultants have slots on the hour. */
export function hoursAhead({ clock }: Pick<TestApp, 'clock'>, hours: number): Date {
  return new Date(Math.ceil(clock.now().getTime() / HOUR + hours) * HOUR)
}

/**
 * Gives each test its own day: the first call returns a time two days ahead, and each later call a time one day later.
 */
export function dayByDay(app: Pick<TestApp, 'clock'>): () => Date {
  let day = 1
  return () => hoursAhead(app, 24 * ++day)
}

/**
 * Grants a package with its ledger entries.
 * @returns its id
 */
export async function givenPackage(
  app: Pick<TestApp, 'rows' | 'clock'>,
  memberId: string,
  { packageId = 'my-future-basic', days = 7, startsAt = app.clock.now() } = {},
): Promise<string> {
  const endsAt = new Date(startsAt.getTime() + days * 24 * HOUR)
  const [{ id }] = await app.rows(
    `with given as (
       insert into entitlement (member_id, package_id, package_version, source, starts_at, ends_at)
       select $1, $2, max(version), 'granted', $3, $4 from package_version where package_id = $2
       returning id, package_id, package_version
     ), granted as (
       insert into entitlement_entry (entitlement_id, line_key, kind, quantity, occurred_at)
       select given.id, package_line.key, 'grant', package_line.quantity, $3::timestamptz
       from given join package_line
         on package_line.package_id = given.package_id and package_line.version = given.package_version
     )
     select id from given`,
    memberId,
    packageId,
    startsAt,
    endsAt,
  )
  return id
}

/** A member with a granted package. */
export async function memberWithPackage(app: TestApp, options: Parameters<typeof givenPackage>[2] = {}) {
  const member = await app.quickMember()
  return { member, entitlementId: await givenPackage(app, member.id, options) }
}

type Choice = {
  entitlementId: string
  startsAt: Date
  lineKey?: string
  consultantId?: string | null
  place?: 'online' | 'phone'
  phone?: string | null
  notes?: string | null
}

/** The request that the booking page sends. */
export function toChoice({
  entitlementId,
  startsAt,
  lineKey = 'initial-consultation',
  consultantId = null,
  place = 'online',
  phone = null,
  notes = null,
}: Choice) {
  return { entitlementId, lineKey, consultantId, startsAt: startsAt.toISOString(), place, phone, notes }
}

export function book(member: Member, choice: Choice) {
  return member.post('/api/bookings', toChoice(choice))
}

export function reserve(member: Member, choice: Choice) {
  const { place: _place, phone: _phone, notes: _notes, ...time } = toChoice(choice)
  return member.post('/api/reservations', time)
}

/** Counts the sessions left on each line of a package, according to the page and to the ledger. */
export async function countLeft(app: TestApp, member: Member, entitlementId: string) {
  type SessionLine = { entitlementId: string; lineKey: string; left: number | null }
  const { body } = await member.get('/api/sessions')
  const sessions = (body.data as SessionLine[]).filter((session) => session.entitlementId === entitlementId)
  const sums: { lineKey: string; left: number }[] = await app.rows(
    `select line_key as "lineKey", sum(quantity)::int as left from entitlement_entry
     where entitlement_id = $1 group by line_key`,
    entitlementId,
  )
  return {
    page: Object.fromEntries(sessions.map(({ lineKey, left }) => [lineKey, left])),
    ledger: Object.fromEntries(
      sums
        .filter(({ lineKey }) => sessions.some((session) => session.lineKey === lineKey))
        .map((row) => [row.lineKey, row.left]),
    ),
  }
}

/** The ledger entries for one booking, in order. */
export async function listLedgerLines(app: TestApp, bookingId: string): Promise<string[]> {
  const rows = await app.rows(
    "select kind || ' ' || quantity as line from entitlement_entry where cause_id = $1 order by occurred_at, kind desc",
    bookingId,
  )
  return rows.map(({ line }) => line)
}

/** Freezes the clock this many seconds before the given moment while `work` runs. */
export async function atSecondsBefore<Answer>(
  { clock }: Pick<TestApp, 'clock'>,
  moment: Date,
  seconds: number,
  work: () => Promise<Answer>,
): Promise<Answer> {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.now() + moment.getTime() - seconds * 1_000 - clock.now().getTime())
  try {
    return await work()
  } finally {
    vi.useRealTimers()
  }
}
