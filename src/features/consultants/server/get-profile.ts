import type { Db } from '#platform/server/db/tables.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { Profile } from '../contract/profile.ts'
import { findProfileRow, type ProfileRow } from './profile-store.ts'

export async function getProfile(db: Db, accountId: string): Promise<Profile> {
  const row = await findProfileRow(db, accountId)
  if (!row) throw new Refused('profile-not-found')
  const { picture, pictureType } = row
  return {
    ...describeProfile(row),
    summary: row.summary ?? '',
    picture: picture && pictureType ? `data:${pictureType};base64,${Buffer.from(picture).toString('base64')}` : null,
  }
}

/** Where nothing is written yet, what one begins with. */
export function describeProfile(row: ProfileRow): Omit<Profile, 'picture' | 'summary'> {
  const accountName = `${row.firstName} ${row.lastName}`.trim()
  return {
    accountId: row.accountId,
    accountName,
    isDisabled: row.disabledAt !== null,
    version: row.version ?? 0,
    displayName: row.displayName ?? accountName.slice(0, 80),
    jobTitle: row.jobTitle,
    languages: row.languages ?? ['en'],
    services: row.services ?? [],
    position: row.position ?? 0,
    isShown: row.publishedAt !== null,
  }
}
