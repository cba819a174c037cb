import { createHash } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { runPrepared, runPreparedText } from '../db/prepared-statements.ts'
import type { Db } from '../db/tables.ts'
import { HttpError } from '../http/http-error.ts'

/** Allows `attempts` per key in `seconds`. All processes share the counters. */
export type RateLimit = { name: string; attempts: number; seconds: number }

type Attempt = { limit: RateLimit; key: string }

export type RateLimits = ReturnType<typeof openRateLimits>

/** Uses real time, because the sandbox's clock must not shorten a limit. */
export function openRateLimits(db: Db) {
  return {
    /** Counts one attempt. @throws HttpError 429 if there were too many */
    async count(limit: RateLimit, key: string): Promise<void> {
      const [counted] = await runPreparedText<Count>(db, countAttempt, [Date.now(), ...toRowValues({ limit, key })])
      requireAllowed(limit, counted)
    },
    /** Counts one attempt without refusing the request. @returns true once the limit is used up */
    async note(limit: RateLimit, key: string): Promise<boolean> {
      const [counted] = await runPreparedText<Count>(db, countAttempt, [Date.now(), ...toRowValues({ limit, key })])
      return (counted?.points ?? 0) >= limit.attempts
    },
    /** Checks without counting. @returns true while the limit is used up */
    async isUsedUp(limit: RateLimit, key: string): Promise<boolean> {
      const [counted] = await runPreparedText<Count>(db, selectCount, [Date.now(), toRowKey({ limit, key })])
      return (counted?.points ?? 0) >= limit.attempts
    },
    /**
     * Counts one attempt against both limits in one statement. The second limit counts only if the first allows the
     * attempt, so that a blocked caller cannot use up the second one. @throws HttpError 429
     */
    async countBoth(first: Attempt, second: Attempt): Promise<void> {
      const values = [Date.now(), ...toRowValues(first), ...toRowValues(second), first.limit.attempts]
      const [counted] = await runPreparedText<Count & { second: Count }>(db, countBothAttempts, values)
      requireAllowed(first.limit, counted)
      requireAllowed(second.limit, counted?.second)
    },
    /**
     * Undoes `countBoth` at the end of a transaction: removes one attempt from the first limit and all from the second.
     */
    async undoBoth(db: Db, first: Attempt, second: Attempt): Promise<void> {
      await runPreparedText(db, decrementAndDelete, [Date.now(), toRowKey(first), toRowKey(second)])
    },
    /** Takes back one attempt that turned out to be legitimate. */
    async forgive(db: Db, limit: RateLimit, key: string): Promise<void> {
      await runPreparedText(db, decrementCount, [Date.now(), toRowKey({ limit, key })])
    },
    /** Deletes the counter. */
    async clear(db: Db, limit: RateLimit, key: string): Promise<void> {
      await runPreparedText(db, deleteCount, [toRowKey({ limit, key })])
    },
    /** Deletes expired counters, at most `maxRows`. @returns the number of deleted counters */
    async deleteExpired(now: Date, maxRows: number): Promise<number> {
      const result = await runPrepared(db, CompiledQuery.raw(deleteExpiredCounts, [now.getTime(), maxRows]))
      return Number(result.numAffectedRows ?? 0)
    },
  }
}

type Count = { points: number; expire: number }

// An expired counter starts again at 1.
const incrementOnConflict = `on conflict (key) do update set
    points = case when counted.expire <= $1 then 1 else counted.points + 1 end,
    expire = case when counted.expire <= $1 then excluded.expire else counted.expire end
  returning counted.points, counted.expire`

const countAttempt = `insert into rate_limit as counted (key, points, expire) values ($2, 1, $3) ${incrementOnConflict}`

const countBothAttempts = `
  with first as (${countAttempt}), second as (
    insert into rate_limit as counted (key, points, expire)
    select $4::text, 1, $5::bigint from first where first.points <= $6 ${incrementOnConflict}
  )
  select first.points, first.expire, to_json(second) as second from first left join second on true`

const selectCount = 'select points, expire from rate_limit where key = $2 and expire > $1'
const decrementCount = 'update rate_limit set points = points - 1 where key = $2 and expire > $1 and points > 0'
// Locks the rows in the same order as counting does, to prevent a deadlock.
const decrementAndDelete = `
  with first as (${decrementCount} returning 1)
  delete from rate_limit where key = $3 and (select count(*) from first) >= 0`
const deleteCount = 'delete from rate_limit where key = $1'
// Skips rows that are being counted, so that neither side waits.
const deleteExpiredCounts = `
  delete from rate_limit where key = any(array(
    select key from rate_limit where expire < $1 order by expire limit $2 for update skip locked))`

/** Returns the row's key and the end of a period that starts now. */
function toRowValues(attempt: Attempt): [key: string, expire: number] {
  return [toRowKey(attempt), Date.now() + attempt.limit.seconds * 1_000]
}

function requireAllowed({ attempts }: RateLimit, counted: Count | null | undefined) {
  if (!counted) throw new Error('The rate limit query returned no row')
  if (counted.points > attempts) throw tooManyAttempts(counted.expire - Date.now())
}

function toRowKey({ limit, key }: Attempt): string {
  return `${limit.name}:${createHash('sha256').update(key).digest('base64url')}`
}

function tooManyAttempts(milliseconds: number) {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1_000))
  const minutes = Math.ceil(seconds / 60)
  const wait = seconds < 60 ? `${seconds} seconds` : `${minutes} minute${minutes === 1 ? '' : 's'}`
  return new HttpError(429, 'too-many-attempts', `Too many attempts. Try again in ${wait}.`, seconds)
}
