import { randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { membersPassword } from '#tests/support/given/members.ts'
import { measureRate } from './measurement.ts'

const CONCURRENCY = 8
const HASHES = 600

/** Each member logs in once from a different address, so that no one reaches the rate limits, which stay on. */
export function measureLogins(siteUrl: string, emails: string[]): Promise<number> {
  return measureRate(emails, CONCURRENCY, async (email) => void (await logIn(siteUrl, email)))
}

/** Password comparisons per second and nothing else, on Node's default of four threads. */
export async function measureHashes(): Promise<number> {
  const passwordHash = await hash(membersPassword, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  const hashes = Array.from({ length: HASHES }, () => passwordHash)
  return measureRate(hashes, 4, async (hashToVerify) => void (await verify(hashToVerify, membersPassword)))
}

/** The site trusts `X-Forwarded-For`, so each login comes from a random address. @returns the access token */
export async function logIn(siteUrl: string, email: string, password = membersPassword): Promise<string> {
  const response = await fetch(`${siteUrl}/api/auth/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `198.${18 + randomInt(2)}.${randomInt(256)}.${randomInt(256)}`,
    },
    body: JSON.stringify({ email, password }),
  })
  if (!response.ok) throw new Error(`A login was answered ${response.status}`)
  return (await response.json()).data.token
}
