import { createHash } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { runPrepared, runPreparedText } from './db/prepared.ts'
import type { Db } from './db/tables.ts'
import { HttpProblem } from './http/problem.ts'

/** So many attempts of one kind for one key within a span of time; the count is shared by all processes. */
export type Limit = { name: string; attempts: number; seconds: number }

type Attempt = { limit: Limit; key: string }

export type Limits = {
  /** Counts one attempt. @throws HttpProblem 429 once there were too many */
  count: (limit: Limit, key: string) => Promise<void>
  /** Counts one attempt of whoever is not there to be refused. @returns true once the limit is used up */
  note: (limit: Limit, key: string) => Promise<boolean>
  /** Looks without counting. @returns true while the limit is used up */
  isUsedUp: (limit: Limit, key: string) => Promise<boolean>
  /**
   * Counts one attempt under both limits, in one statement. Under the second only while the first allows it: who may
   * not try any more uses up nothing of others. @throws HttpProblem 429
   */
  countBoth: (first: Attempt, second: Attempt) => Promise<void>
  /**
   * Takes back what `countBoth` counted, at the end of a transaction: one attempt under the first limit, all of them
   * under the second.
   */
  takeBack: (db: Db, first: Attempt, second: Attempt) => Promise<void>
  /** Takes one attempt back: it was none of those that the limit is about. */
  forgive: (db: Db, limit: Limit, key: string) => Promise<void>
  /** Forgets what was counted. */
  clear: (db: Db, limit: Limit, key: string) => Promise<void>
  /** Forgets the first so many counts of a span that is over by now. Returns how many that were. */
  forgetOver: (now: Date, most: number) => Promise<number>
}

/** Counts are no business of the sandbox's clock: a span is over when it is over for whoever waits. */
export function openLimits(db: Db): Limits {
  return {
    async count(limit, key) {
      const [counted] = await runPreparedText<Count>(db, counting, [Date.now(), ...valuesOf({ limit, key })])
      requireAllowed(limit, counted)
    },
    async note(limit, key) {
      const [counted] = await runPreparedText<Count>(db, counting, [Date.now(), ...valuesOf({ limit, key })])
      return (counted?.points ?? 0) >= limit.attempts
    },
    async isUsedUp(limit, key) {
      const [counted] = await runPreparedText<Count>(db, looking, [Date.now(), keyOf({ limit, key })])
      return (counted?.points ?? 0) >= limit.attempts
    },
    async countBoth(first, second) {
      const values = [Date.now(), ...valuesOf(first), ...valuesOf(second), first.limit.attempts]
      const [counted] = await runPreparedText<Count & { second: Count }>(db, countingBoth, values)
      requireAllowed(first.limit, counted)
      requireAllowed(second.limit, counted?.second)
    },
    async takeBack(db, first, second) {
      await runPreparedText(db, takingBack, [Date.now(), keyOf(first), keyOf(second)])
    },
    async forgive(db, limit, key) {
      await runPreparedText(db, forgiving, [Date.now(), keyOf({ limit, key })])
    },
    async clear(db, limit, key) {
      await runPreparedText(db, clearing, [keyOf({ limit, key })])
    },
    async forgetOver(now, most) {
      const over = await runPrepared(db, CompiledQuery.raw(clearingOver, [now.getTime(), most]))
      return Number(over.numAffectedRows ?? 0)
    },
  }
}

type Count = { points: number; expire: number }

// A span that is over begins anew.
const orOneMore = `on conflict (key) do update set
    points = case when counted.expire <= $1 then 1 else counted.points + 1 end,
    expire = case when counted.expire <= $1 then excluded.expire else counted.expire end
  returning counted.points, counted.expire`

const counting = `insert into attempt_limit as counted (key, points, expire) values ($2, 1, $3) ${orOneMore}`

const countingBoth = `
  with first as (${counting}), second as (
    insert into attempt_limit as counted (key, points, expire)
    select $4::text, 1, $5::bigint from first where first.points <= $6 ${orOneMore}
  )
  select first.points, first.expire, to_json(second) as second from first left join second on true`

const looking = 'select points, expire from attempt_limit where key = $2 and expire > $1'
const forgiving = 'update attempt_limit set points = points - 1 where key = $2 and expire > $1 and points > 0'
// The rows are locked in the order in which they are counted: otherwise two could wait for each other.
const takingBack = `
  with first as (${forgiving} returning 1)
  delete from attempt_limit where key = $3 and (select count(*) from first) >= 0`
const clearing = 'delete from attempt_limit where key = $1'
// Whoever counts goes first: what they count under is not waited for.
const clearingOver = `
  delete from attempt_limit where key = any(array(
    select key from attempt_limit where expire < $1 order by expire limit $2 for update skip locked))`

/** Of its row, and of the moment at which a span that begins now is over. */
function valuesOf(attempt: Attempt): [key: string, expire: number] {
  return [keyOf(attempt), Date.now() + attempt.limit.seconds * 1_000]
}

function requireAllowed({ attempts }: Limit, counted: Count | null | undefined) {
  if (!counted) throw new Error('An attempt was not counted')
  if (counted.points > attempts) throw tooMany(counted.expire - Date.now())
}

/**
 * The address that attempts are counted under: an IPv6 customer owns a whole /64 and could change the rest at
 * will (SECURITY §6).
 */
export function addressKey(address: string): string {
  if (!address.includes(':')) return address
  const groups = ipv6Groups(address)
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0)
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  return groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')
}

/** The eight numbers of an IPv6 address in any of its spellings. */
function ipv6Groups(address: string): number[] {
  const [bare = ''] = address.split('%')
  const hex = bare.replace(
    /(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/,
    (_, a, b, c, d) => `${pairInHex(a, b)}:${pairInHex(c, d)}`,
  )
  const [head = '', tail] = hex.split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16))
}

function pairInHex(high: string, low: string): string {
  return (Number(high) * 256 + Number(low)).toString(16)
}

function keyOf({ limit, key }: Attempt): string {
  return `${limit.name}:${createHash('sha256').update(key).digest('base64url')}`
}

function tooMany(milliseconds: number) {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1_000))
  const minutes = Math.ceil(seconds / 60)
  const wait = seconds < 60 ? `${seconds} seconds` : `${minutes} minute${minutes === 1 ? '' : 's'}`
  return new HttpProblem(429, 'too-many-attempts', `Too many attempts. Please try again in ${wait}.`, seconds)
}
