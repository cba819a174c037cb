import { createHash } from 'node:crypto'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { HttpProblem } from './http/problem.ts'

/** So many attempts of one kind for one key within a span of time; the count is shared by all processes. */
export type Limit = { name: string; attempts: number; seconds: number }

export type Limits = {
  /** Counts one attempt. @throws HttpProblem 429 once there were too many */
  count: (limit: Limit, key: string) => Promise<void>
  /** Takes one attempt back: it was none of those that the limit is about. */
  forgive: (limit: Limit, key: string) => Promise<void>
  /** Forgets what was counted. */
  clear: (limit: Limit, key: string) => Promise<void>
  /** Forgets what was counted for a span that is over by now. Returns how many counts that were. */
  forgetOver: (now: Date) => Promise<number>
}

export function openLimits(pool: pg.Pool): Limits {
  const limiters = new Map<string, RateLimiterPostgres>()
  const limiterOf = ({ name, attempts, seconds }: Limit) => {
    const known = limiters.get(name)
    if (known) return known
    const limiter = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'attempt_limit',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points: attempts,
      duration: seconds,
    })
    limiters.set(name, limiter)
    return limiter
  }
  return {
    async count(limit, key) {
      await limiterOf(limit)
        .consume(hashed(key))
        .catch((error: unknown) => {
          throw error instanceof RateLimiterRes ? tooMany(error.msBeforeNext) : error
        })
    },
    async forgive(limit, key) {
      await limiterOf(limit).reward(hashed(key))
    },
    async clear(limit, key) {
      await limiterOf(limit).delete(hashed(key))
    },
    async forgetOver(now) {
      const { rowCount } = await pool.query('delete from attempt_limit where expire < $1', [now.getTime()])
      return rowCount ?? 0
    },
  }
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

function hashed(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

function tooMany(milliseconds: number) {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1_000))
  const minutes = Math.ceil(seconds / 60)
  const wait = seconds < 60 ? `${seconds} seconds` : `${minutes} minute${minutes === 1 ? '' : 's'}`
  return new HttpProblem(429, 'too-many-attempts', `Too many attempts. Please try again in ${wait}.`, seconds)
}
