import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { endTrust } from './device-store.ts'
import { confirmNewAuthenticator, findNewAuthenticator } from './factor-store.ts'
import { findCodeStep } from './find-code-step.ts'
import { makeRecoveryCodes } from './make-recovery-codes.ts'
import type { Account } from './store.ts'
import { tellOwner } from './tell-owner.ts'

/**
 * Switches on the authenticator that waits for its first code, with recovery codes of its own.
 * @returns the codes, 'not-started' or 'wrong-code'
 */
export async function switchOnAuthenticator(
  tx: Db,
  context: Context,
  account: Account,
  code: string,
): Promise<string[] | 'not-started' | 'wrong-code'> {
  const waiting = await findNewAuthenticator(tx, account.id)
  if (!waiting) return 'not-started'
  const now = context.now()
  const step = findCodeStep(waiting.secret, code, now)
  if (step === undefined) return 'wrong-code'
  await confirmNewAuthenticator(tx, { accountId: account.id, id: waiting.id, step, now })
  // What a browser was trusted for was another factor.
  await endTrust(tx, account.id, 'everywhere')
  await tellOwner(tx, context, account, { kind: 'authenticator-on' })
  return makeRecoveryCodes(tx, account.id)
}
