import { randomUUID } from 'node:crypto'
import type { Db } from '../db/tables.ts'
import type { Content, Files } from './file-place.ts'
import { type Away, removeInAnHour } from './removal-store.ts'

/**
 * Content goes to its place before any transaction begins, under a key of its own.
 * @returns where it is, for the row that will stand for it; undefined where the row holds it itself
 */
export async function sendAway(db: Db, { place, at }: Files, content: Content): Promise<Away | undefined> {
  if (place === undefined) return undefined
  const away = { place, key: randomUUID() }
  await removeInAnHour(db, away)
  await at(place).put(away.key, content)
  return away
}
