import { randomBytes } from 'node:crypto'
import { readCompany } from '#features/company/server/public.ts'
import type { Context, MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'
import { Refused } from '#platform/shared/refused.ts'
import { lockOwnAccount } from '../../server/require-account.ts'
import type { Account } from '../../server/store.ts'
import { revokeTrustedDevices } from '../../sessions/server/device-store.ts'
import { recordFactorProof } from '../../sessions/server/store.ts'
import type { AuthenticatorSecret } from '../contract.ts'
import { lacksRequiredFactor } from '../rules.ts'
import { createTotp, findCodeStep, sealSecret } from './authenticator-secrets.ts'
import { notifyFactorChanged } from './notify-factor-changed.ts'
import { createRecoveryCodes } from './recovery-codes.ts'
import {
  confirmNewAuthenticator,
  deleteAuthenticators,
  findNewAuthenticator,
  getFactors,
  replaceNewAuthenticator,
} from './store.ts'

const attemptLimit: RateLimit = { name: 'confirm-authenticator', attempts: 20, seconds: 900 }

/** @returns the recovery codes, which are shown only this once */
export async function confirmAuthenticator(context: MemberContext, code: string): Promise<string[]> {
  await context.limits.count(attemptLimit, context.actor.memberId)
  return context.db.transaction().execute(async (tx) => {
    const account = await lockOwnAccount(tx, context.actor)
    const codes = await enableAuthenticator(tx, context, account, code)
    if (codes === 'not-started' || codes === 'wrong-code') throw new Refused(codes)
    await recordFactorProof(tx, context.actor.sessionId, context.now())
    return codes
  })
}

/** Also removes the recovery codes, which only stand in for the app, and revokes trust in all devices. */
export async function removeAuthenticator(context: MemberContext): Promise<null> {
  const { db, actor, publicUrl } = context
  await db.transaction().execute(async (tx) => {
    const account = await lockOwnAccount(tx, actor)
    const factors = await getFactors(tx, account.id)
    if (!factors.hasAuthenticator) throw new Refused('second-factor-off')
    const remaining = { ...factors, hasAuthenticator: false }
    if (lacksRequiredFactor({ role: account.role, publicUrl, factors: remaining })) throw new Refused('last-factor')
    await deleteAuthenticators(tx, account.id)
    await revokeTrustedDevices(tx, account.id, 'everywhere')
    await notifyFactorChanged(tx, context, account, { kind: 'authenticator-off' })
  })
  return null
}

export async function startAuthenticator(context: MemberContext): Promise<AuthenticatorSecret> {
  return context.db.transaction().execute(async (tx) => {
    const account = await lockOwnAccount(tx, context.actor)
    return createAuthenticator(tx, context, account)
  })
}

/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20

/** Creates an authenticator that is enabled once its first code is entered. Call with the account locked. */
export async function createAuthenticator(
  tx: Db,
  { now, dataKeys }: Context,
  account: Account,
): Promise<AuthenticatorSecret> {
  const secret = randomBytes(SECRET_BYTES)
  const sealed = sealSecret(dataKeys, account.id, secret)
  await replaceNewAuthenticator(tx, { accountId: account.id, sealed, now: now() })
  const { brandName } = await readCompany(tx)
  const totp = createTotp(secret)
  totp.issuer = brandName
  totp.label = account.email
  return { secret: totp.secret.base32, address: totp.toString() }
}

/**
 * Enables the authenticator that is waiting for its first code, and creates recovery codes.
 * @returns the codes, 'not-started' or 'wrong-code'
 */
export async function enableAuthenticator(
  tx: Db,
  context: Context,
  account: Account,
  code: string,
): Promise<string[] | 'not-started' | 'wrong-code'> {
  const pending = await findNewAuthenticator(tx, account.id)
  if (!pending) return 'not-started'
  const step = findCodeStep(context, account.id, pending.secret, code)
  if (step === undefined) return 'wrong-code'
  await confirmNewAuthenticator(tx, { accountId: account.id, id: pending.id, step, now: context.now() })
  // Devices were trusted because of the previous factor.
  await revokeTrustedDevices(tx, account.id, 'everywhere')
  await notifyFactorChanged(tx, context, account, { kind: 'authenticator-on' })
  return createRecoveryCodes(tx, account.id)
}
