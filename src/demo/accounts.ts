import type { Config } from '#app/config/config.ts'
import * as emailAddressContract from '#features/accounts/email-address/contract.ts'
import { resetPassword } from '#features/accounts/passwords/contract.ts'
import * as registrationContract from '#features/accounts/registration/contract.ts'
import { createFirstAdministrator, createStaffAccount } from '#features/accounts/server/public.ts'
import { type Actor, actAs, type Credentials } from './api-client.ts'
import type { DemoSite } from './demo-site.ts'

export type Person = { firstName: string; lastName: string }

const browsers = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
] as const

let personCount = 0

/** Each person has their own browser and a separate address from the range reserved for benchmarks (RFC 2544). */
export function createActor(site: DemoSite, login: Credentials): Actor {
  personCount += 1
  const userAgent = browsers[personCount % browsers.length] ?? browsers[0]
  return actAs(site, login, { address: `198.18.0.${personCount % 256}`, userAgent })
}

export function toEmail({ firstName, lastName }: Person): string {
  return `${firstName}.${lastName}@demo.example`.toLowerCase()
}

/** Registers a member and confirms the email address with the emailed link, unless `isVerified` is false. */
export async function registerMember(
  site: DemoSite,
  person: Person,
  { password, isVerified = true }: { password: string; isVerified?: boolean },
): Promise<Actor> {
  const email = toEmail(person)
  const actor = createActor(site, { email, password })
  await actor.call(registrationContract.register, { body: { ...person, email, password, mobile: '+447700900123' } })
  if (!isVerified) return actor
  await site.settle()
  const verification = site.emails.findLast(({ to, subject }) => to === email && subject.includes('confirm your email'))
  const [, token] = /verify-email\?token=([\w-]+)/.exec(verification?.text ?? '') ?? []
  if (!token) throw new Error(`${email} received no email with a link`)
  await actor.call(emailAddressContract.verifyEmail, { body: { token } })
  return actor
}

/** Creates a staff account and sets its password with the link that the operator would get. */
export async function openStaffAccount(
  site: DemoSite,
  person: Person,
  { password, role }: { password: string; role: 'consultant' | 'administrator' },
): Promise<Actor> {
  const email = toEmail(person)
  const { url } = await createStaffAccount(site.context, { ...person, email, role })
  const token = new URL(url).pathname.split('/').at(-1) ?? ''
  const actor = createActor(site, { email, password })
  await actor.call(resetPassword, { params: { token }, body: { token, password, confirmPassword: password } })
  return actor
}

/** Creates the first administrator in the same way as every start. If one already exists, creates another. */
export async function openAdministrator(
  site: DemoSite,
  { firstAdministrator }: Config,
  password: string,
): Promise<Actor> {
  const login = { email: firstAdministrator.email, password: firstAdministrator.password ?? password }
  const administrator = await createFirstAdministrator(site.context, login)
  if (administrator) return createActor(site, administrator)
  const person = { firstName: 'Robin', lastName: 'Hale' }
  return openStaffAccount(site, person, { password, role: 'administrator' })
}
