import { randomInt } from 'node:crypto'
import { Agent, request } from 'node:http'
import { hash, verify } from '@node-rs/argon2'
import { password } from '../tests/support/members.ts'

const AT_ONCE = 8
const HASHES = 600

/** Each member logs in once, from an address of their own: the limits are on, and nobody reaches them. */
export async function measureLogins(siteUrl: string, emails: string[]): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const rate = await atOnce(AT_ONCE, emails.length, async (index) => {
    await logIn(siteUrl, emails[index] ?? '', agent)
  })
  agent.destroy()
  return rate
}

/** Passwords a second that are compared with their hash and nothing else, by as many threads as Node has for it. */
export async function measureHashes(): Promise<number> {
  const passwordHash = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  return atOnce(4, HASHES, async () => void (await verify(passwordHash, password)))
}

/** The proxy that the site is told to trust says where somebody comes from: here, anywhere. @returns the access token */
export function logIn(siteUrl: string, email: string, agent?: Agent): Promise<string> {
  const body = JSON.stringify({ email, password })
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-forwarded-for': `198.${18 + randomInt(2)}.${randomInt(256)}.${randomInt(256)}`,
  }
  return new Promise((resolve, reject) => {
    const call = request(`${siteUrl}/api/auth/login`, { method: 'POST', agent, headers }, async (response) => {
      const answer = JSON.parse(Buffer.concat(await response.toArray()).toString())
      if (response.statusCode === 200) resolve(answer.data.token)
      else reject(new Error(`A login was answered ${response.statusCode}`))
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
