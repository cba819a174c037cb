import { hash, verify } from '@node-rs/argon2'
import { openWorkQueue } from '#platform/server/work-queue.ts'
import { Refused } from '#platform/shared/refused.ts'

/** Argon2id, the library's default, with 19 MiB, two passes and one lane (OWASP Password Storage Cheat Sheet). */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The number of cores that the smallest machine can spare, so that a burst of logins cannot starve the site. */
const MAX_RUNNING = 2
/** A request waits at most about half a second. Further requests get 503. */
const MAX_WAITING = 40

const limitConcurrentHashes = openWorkQueue({
  concurrency: MAX_RUNNING,
  maxWaiting: MAX_WAITING,
  onFull: () => new Refused('too-busy'),
})

/** The number of hashes that are running or waiting. */
export const passwordQueue = limitConcurrentHashes.size

/**
 * Admits as many logins as fit in the hash queue. Any more are refused before any database query and do not count as
 * guesses.
 * @throws Refused too-busy
 */
export const limitConcurrentLogins = openWorkQueue({
  concurrency: MAX_RUNNING + MAX_WAITING,
  maxWaiting: 0,
  onFull: () => new Refused('too-busy'),
})

/** @throws Refused too-busy when the queue is full */
export function hashPassword(password: string): Promise<string> {
  return limitConcurrentHashes(() => hash(password, options))
}

/** Does the same work with or without a hash, so that the response time reveals nothing (PRODUCT D8). */
export function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  return limitConcurrentHashes(async () => {
    const matches = await verify(passwordHash ?? dummyHash, password)
    return matches && passwordHash !== undefined
  })
}

/** The hash of a random password that was discarded, so no password matches it. */
export const dummyHash = await hash(crypto.randomUUID(), options)
