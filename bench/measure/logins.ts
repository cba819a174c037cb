import { randomInt } from 'node:crypto'
import { Agent, request } from 'node:http'
import { hash, verify } from '@node-rs/argon2'
import { membersPassword } from '../../tests/support/given/members.ts'
import { measureRate } from './measurement.ts'

const CONCURRENCY = 8
const HASHES = 600

/** Each member logs in once from a different address, so that no one reaches the rate limits, which stay on. */
export async function measureLogins(siteUrl: string, emails: string[]): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY })
  const rate = await measureRate(emails, CONCURRENCY, async (email) => void (await logIn(siteUrl, email, { agent })))
  agent.destroy()
  return rate
}

/** Password comparisons a second and nothing else, on Node's default of four threads. */
export async function measureHashes(): Promise<number> {
  const passwordHash = await hash(membersPassword, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  const hashes = Array.from({ length: HASHES }, () => passwordHash)
  return measureRate(hashes, 4, async (hashToVerify) => void (await verify(hashToVerify, membersPassword)))
}

/** The site trusts `X-Forwarded-For`, so each login comes from a random address. @returns the access token */
export function logIn(
  siteUrl: string,
  email: string,
  { password = membersPassword, agent }: { password?: string; agent?: Agent } = {},
): Promise<string> {
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
