import { randomInt } from 'node:crypto'
import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { hashToken } from '#platform/server/token.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { Refused } from '#platform/shared/refused.ts'
import { lockOwnAccount } from '../../server/require-account.ts'
import { groupByFour, normaliseRecoveryCode, RECOVERY_ALPHABET } from '../rules.ts'
import { notifyFactorChanged } from './notify-factor-changed.ts'
import { getFactors, replaceRecoveryHashes } from './store.ts'

/** @returns the new codes, which are shown only this once */
export async function replaceRecoveryCodes(context: MemberContext): Promise<string[]> {
  return context.db.transaction().execute(async (tx) => {
    const account = await lockOwnAccount(tx, context.actor)
    const { hasAuthenticator } = await getFactors(tx, account.id)
    if (!hasAuthenticator) throw new Refused('second-factor-off')
    await notifyFactorChanged(tx, context, account, { kind: 'recovery-codes-made' })
    return createRecoveryCodes(tx, account.id)
  })
}

const CODE_COUNT = 10
/** Each character has five bits. 80 bits cannot be guessed, so a fast hash is enough. */
const CODE_LENGTH = 16

/** Creates recovery codes, which are shown only once, and invalidates the previous ones. */
export async function createRecoveryCodes(tx: Db, accountId: MemberId): Promise<string[]> {
  const codes = Array.from({ length: CODE_COUNT }, createCode)
  await replaceRecoveryHashes(tx, accountId, codes.map(hashRecoveryCode))
  return codes
}

export function hashRecoveryCode(code: string): Buffer {
  return hashToken(normaliseRecoveryCode(code))
}

function createCode(): string {
  const characters = Array.from({ length: CODE_LENGTH }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)])
  return groupByFour(characters.join(''), '-')
}
