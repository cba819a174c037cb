import { randomInt } from 'node:crypto'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { inFours, normalisedRecoveryCode, RECOVERY_ALPHABET } from '../rules/second-factor.ts'
import { replaceRecoveryHashes } from './factor-store.ts'
import { hashToken } from './make-token.ts'

const CODES = 10
/** Of five bits each: 80 bits, which nobody guesses, so that a fast hash is enough. */
const LETTERS = 16

/** New recovery codes, to be shown once; the ones before end. */
export async function makeRecoveryCodes(tx: Db, accountId: MemberId): Promise<string[]> {
  const codes = Array.from({ length: CODES }, makeCode)
  await replaceRecoveryHashes(tx, accountId, codes.map(hashRecoveryCode))
  return codes
}

export function hashRecoveryCode(code: string): Buffer {
  return hashToken(normalisedRecoveryCode(code))
}

function makeCode(): string {
  const letters = Array.from({ length: LETTERS }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)])
  return inFours(letters.join(''), '-')
}
