import { resetPassword } from '#features/accounts/contract/password.ts'
import * as accounts from '#features/accounts/contract.ts'
import { createFirstAdministrator, createStaffAccount } from '#features/accounts/server/public.ts'
import type { Config } from '../config.ts'
import { type Actor, actAs, type Login } from './act-as.ts'
import type { Stage } from './open-stage.ts'

export type Person = { firstName: string; lastName: string }

const browsers = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
] as const

let people = 0

/** From the net that is set aside for benchmarks (RFC 2544): each from an address and a browser of their own. */
export function browserOf(stage: Stage, login: Login): Actor {
  people += 1
  const userAgent = browsers[people % browsers.length] ?? browsers[0]
  return actAs(stage, login, { address: `198.18.0.${people % 256}`, userAgent })
}

export function emailOf({ firstName, lastName }: Person): string {
  return `${firstName}.${lastName}@demo.example`.toLowerCase()
}

/** Registers somebody, and opens the link of the letter unless they have not got round to it. */
export async function registerMember(
  stage: Stage,
  person: Person,
  { password, isVerified = true }: { password: string; isVerified?: boolean },
): Promise<Actor> {
  const email = emailOf(person)
  const actor = browserOf(stage, { email, password })
  await actor.ask(accounts.register, { body: { ...person, email, password, mobile: '+447700900123' } })
  if (!isVerified) return actor
  await stage.settle()
  const letter = stage.letters.findLast(({ to, subject }) => to === email && subject.includes('confirm your email'))
  const [, token] = /verify-email\?token=([\w-]+)/.exec(letter?.text ?? '') ?? []
  if (!token) throw new Error(`${email} got no letter with a link`)
  await actor.ask(accounts.verifyEmail, { body: { token } })
  return actor
}

/** Somebody of staff, who sets their own password by the link that the operator gives them. */
export async function openStaffAccount(
  stage: Stage,
  person: Person,
  { password, role }: { password: string; role: 'consultant' | 'administrator' },
): Promise<Actor> {
  const email = emailOf(person)
  const { url } = await createStaffAccount(stage.context, { ...person, email, role })
  const token = new URL(url).pathname.split('/').at(-1) ?? ''
  const actor = browserOf(stage, { email, password })
  await actor.ask(resetPassword, { params: { token }, body: { token, password, confirmPassword: password } })
  return actor
}

/** The first administrator as every start makes them; where there is one already, somebody beside them. */
export async function openAdministrator(
  stage: Stage,
  { firstAdministrator }: Config,
  password: string,
): Promise<Actor> {
  const chosen = { email: firstAdministrator.email, password: firstAdministrator.password ?? password }
  const first = await createFirstAdministrator(stage.context, chosen)
  if (first) return browserOf(stage, first)
  const person = { firstName: 'Robin', lastName: 'Hale' }
  return openStaffAccount(stage, person, { password, role: 'administrator' })
}
