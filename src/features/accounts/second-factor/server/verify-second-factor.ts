import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { PasskeyProof } from '../../passkeys/contract/proof.ts'
import { verifyPasskey } from '../../passkeys/server/verify-passkey.ts'
import type { Account } from '../../server/store.ts'
import { findCodeStep } from './authenticator-secrets.ts'
import { notifyFactorChanged } from './notify-factor-changed.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { consumeRecoveryCode, consumeTimeStep, countRecoveryCodes, findAuthenticator } from './store.ts'

export type Proof = {
  code?: string | undefined
  recoveryCode?: string | undefined
  passkey?: PasskeyProof | undefined
}

type WrongProof = 'wrong-code' | 'wrong-recovery-code' | 'passkey-refused'

/** @returns why the proof is wrong; undefined if it is right, in which case it cannot be used again */
export async function verifySecondFactor(
  tx: Db,
  context: Context,
  account: Account,
  { code, recoveryCode, passkey, passkeyChallenge }: Proof & { passkeyChallenge: string | null },
): Promise<WrongProof | undefined> {
  if (code !== undefined) return (await verifyAuthenticatorCode(tx, context, account, code)) ? undefined : 'wrong-code'
  if (recoveryCode !== undefined) {
    return (await verifyRecoveryCode(tx, context, account, recoveryCode)) ? undefined : 'wrong-recovery-code'
  }
  if (!passkey || passkeyChallenge === null) return 'passkey-refused'
  const owner = await verifyPasskey(tx, context, passkey, passkeyChallenge)
  return owner === account.id ? undefined : 'passkey-refused'
}

/** Accepts an unused code from the account's app and marks it as used. */
async function verifyAuthenticatorCode(tx: Db, context: Context, { id }: Account, code: string): Promise<boolean> {
  const authenticator = await findAuthenticator(tx, id)
  if (!authenticator) return false
  const step = findCodeStep(context, id, authenticator.secret, code)
  return step !== undefined && consumeTimeStep(tx, authenticator.id, step)
}

/** Accepts an unused recovery code, marks it as used and notifies the owner. */
async function verifyRecoveryCode(tx: Db, context: Context, account: Account, code: string): Promise<boolean> {
  if (!(await consumeRecoveryCode(tx, account.id, hashRecoveryCode(code), context.now()))) return false
  const remaining = await countRecoveryCodes(tx, account.id)
  await notifyFactorChanged(tx, context, account, { kind: 'recovery-code-used', remaining })
  return true
}
