import type { Context, MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { type CsvColumns, downloadCsv } from '#platform/server/http/csv-download.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import type { LargeFileResponse } from '#platform/shared/file-response.ts'
import { fullName } from '#platform/shared/person-name.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { listProfiles as endpoint, Profile } from '../contract.ts'
import { findProfileRow, listProfileRows, type ProfileRow } from './store.ts'

export async function downloadProfiles(context: MemberContext): Promise<LargeFileResponse> {
  return downloadCsv(context, {
    list: 'profiles',
    columns,
    readPage: async () => ({ items: (await listProfiles(context)).profiles, nextCursor: null }),
  })
}

const columns: CsvColumns<ResponseOf<typeof endpoint>['profiles'][number]> = {
  Name: ({ displayName }) => displayName,
  'Name of the account': ({ accountName }) => accountName,
  Title: ({ jobTitle }) => jobTitle,
  Languages: ({ languages }) => languages.join(', '),
  Services: ({ services }) => services.join(', '),
  Place: ({ position }) => position,
  Shown: ({ isShown }) => isShown,
  'Has a picture': ({ hasPicture }) => hasPicture,
  'May log in': ({ isDisabled }) => !isDisabled,
}

export async function listProfiles({ db }: Context): Promise<ResponseOf<typeof endpoint>> {
  const rows = await listProfileRows(db)
  return { profiles: rows.map((row) => ({ ...describeProfile(row), hasPicture: row.hasPicture })) }
}

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

/** Fills in defaults if no profile has been written yet. */
function describeProfile(row: ProfileRow): Omit<Profile, 'picture' | 'summary'> {
  const accountName = fullName(row.firstName, row.lastName)
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
