import type { Db } from '../db/tables.ts'
import { type BrokenSeal, findLastSeal, listBrokenSeals, recordCheck } from './seal-store.ts'

export type SealedLog = { entries: number; lastSeal: string; broken: BrokenSeal[] }

/** Reporting further entries would add no information. */
const MAX_REPORTED = 20

/**
 * Checks the whole audit log, even while entries are written. A wrong seal is reported once, because the next one is
 * compared with the stored seal.
 */
export async function checkSeals(db: Db, now: Date): Promise<SealedLog> {
  const brokenSeals = await listBrokenSeals(db, MAX_REPORTED)
  const newestSeal = await findLastSeal(db)
  if (newestSeal && brokenSeals.length === 0) await recordCheck(db, { ...newestSeal, checkedAt: now })
  return { entries: newestSeal?.position ?? 0, lastSeal: newestSeal?.seal ?? '', broken: brokenSeals }
}
