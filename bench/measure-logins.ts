import { randomInt } from 'node:crypto'
import { Agent, request } from 'node:http'
import { hash, verify } from '@node-rs/argon2'
import { hashPassword } from '#features/accounts/server/hash-password.ts'
import { insertAccount } from '#features/accounts/server/store.ts'
import type { Database } from '#platform/server/db/open-database.ts'

const AT_ONCE = 8
const HASHES = 600
export const password = 'a long enough password'

/** Members with one password between them, made without the work of a hash each. @returns their addresses */
export async function makeMembers({ db }: Database, count: number): Promise<string[]> {
  const passwordHash = await hashPassword(password)
  const emails = Array.from({ length: count }, (_, index) => `${index}@logins.example`)
  for (const email of emails) {
    const person = { firstName: 'Ada', lastName: 'Lovelace', email, mobile: '+447700900123' }
    await insertAccount(db, { ...person, passwordHash, role: 'member', createdAt: new Date() })
  }
  return emails
}

/** Each member logs in once, from an address of their own: the limits are on, and nobody reaches them. */
export async function measureLogins(siteUrl: string, emails: string[]): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const rate = await atOnce(AT_ONCE, emails.length, async (index) => {
    const status = await logIn(siteUrl, emails[index] ?? '', agent)
    if (status !== 200) throw new Error(`A login was answered ${status}`)
  })
  agent.destroy()
  return rate
}

/** Passwords a second that are compared with their hash and nothing else, by as many threads as Node has for it. */
export async function measureHashes(): Promise<number> {
  const passwordHash = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  return atOnce(4, HASHES, async () => void (await verify(passwordHash, password)))
}

/** The proxy that the site is told to trust says where somebody comes from: here, anywhere. @returns the status */
function logIn(siteUrl: string, email: string, agent: Agent): Promise<number> {
  const body = JSON.stringify({ email, password })
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-forwarded-for': `198.${18 + randomInt(2)}.${randomInt(256)}.${randomInt(256)}`,
  }
  return new Promise((resolve, reject) => {
    const call = request(`${siteUrl}/api/auth/login`, { method: 'POST', agent, headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0))
    })
    call.once('error', reject)
    call.end(body)
  })
}

/** @returns how many a second */
async function atOnce(places: number, count: number, work: (index: number) => Promise<void>): Promise<number> {
  let next = 0
  const startedAt = performance.now()
  const worker = async () => {
    for (let index = next++; index < count; index = next++) await work(index)
  }
  await Promise.all(Array.from({ length: places }, worker))
  return count / ((performance.now() - startedAt) / 1_000)
}
