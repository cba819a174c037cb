import { hash, verify } from '@node-rs/argon2'
import { openQueue } from '#platform/server/work-queue.ts'
import { Refused } from '#platform/shared/refused.ts'

/** OWASP's numbers for argon2id, the library's default algorithm: 19 MiB, two passes, one lane (SECURITY §2.4). */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** As many at once as there are cores to spare on the smallest machine, so that a login storm cannot starve the site. */
const MAX_RUNNING = 2
/** Half a second of waiting at the slowest; whoever comes later is told to try again. */
const MAX_WAITING = 40

const inQueue = openQueue({ atOnce: MAX_RUNNING, waiting: MAX_WAITING, onFull: () => new Refused('too-busy') })

/** Passwords that are being worked out, and those that wait for their turn. */
export const passwordQueue = inQueue.size

/**
 * For a login as a whole: no more are under way than the queue has room for. Whoever finds no place is sent away before
 * the database is asked for anything, and is not counted as a guess.
 * @throws Refused too-busy
 */
export const takePlace = openQueue({
  atOnce: MAX_RUNNING + MAX_WAITING,
  waiting: 0,
  onFull: () => new Refused('too-busy'),
})

/** @throws Refused too-busy when the queue is full */
export function hashPassword(password: string): Promise<string> {
  return inQueue(() => hash(password, options))
}

/** The same work whether or not there is a hash to compare with, so that time tells nothing (PRODUCT D8). */
export function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  return inQueue(async () => {
    const matches = await verify(passwordHash ?? nobodysHash, password)
    return matches && passwordHash !== undefined
  })
}

/** Of a random password that was thrown away, with the options above: nothing fits it. */
export const nobodysHash = await hash(crypto.randomUUID(), options)
