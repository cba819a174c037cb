import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { PasskeyProof } from '../contract/proof.ts'
import { checkPasskey } from './check-passkey.ts'
import { countRecoveryCodes, findAuthenticator, takeRecoveryCode, takeStep } from './factor-store.ts'
import { findCodeStep } from './find-code-step.ts'
import { hashRecoveryCode } from './make-recovery-codes.ts'
import type { Account } from './store.ts'
import { tellOwner } from './tell-owner.ts'

export type Proof = {
  code?: string | undefined
  recoveryCode?: string | undefined
  passkey?: PasskeyProof | undefined
}

export type WrongProof = 'wrong-code' | 'wrong-recovery-code' | 'passkey-refused'

/** @returns why the proof is worth nothing, or undefined where it is right; it is used up then */
export async function checkSecondFactor(
  tx: Db,
  context: Context,
  account: Account,
  { code, recoveryCode, passkey, passkeyChallenge }: Proof & { passkeyChallenge: string | null },
): Promise<WrongProof | undefined> {
  if (code !== undefined) return (await isCodeRight(tx, context, account, code)) ? undefined : 'wrong-code'
  if (recoveryCode !== undefined) {
    return (await isRecoveryCodeRight(tx, context, account, recoveryCode)) ? undefined : 'wrong-recovery-code'
  }
  if (!passkey || passkeyChallenge === null) return 'passkey-refused'
  const owner = await checkPasskey(tx, context, passkey, passkeyChallenge)
  return owner === account.id ? undefined : 'passkey-refused'
}

/** Whether it is a code of the account's app that was not used before; it is used up then. */
export async function isCodeRight(tx: Db, { now }: Context, { id }: Account, code: string): Promise<boolean> {
  const authenticator = await findAuthenticator(tx, id)
  if (!authenticator) return false
  const step = findCodeStep(authenticator.secret, code, now())
  return step !== undefined && takeStep(tx, authenticator.id, step)
}

async function isRecoveryCodeRight(tx: Db, context: Context, account: Account, code: string): Promise<boolean> {
  if (!(await takeRecoveryCode(tx, account.id, hashRecoveryCode(code), context.now()))) return false
  const left = await countRecoveryCodes(tx, account.id)
  await tellOwner(tx, context, account, { kind: 'recovery-code-used', left })
  return true
}
