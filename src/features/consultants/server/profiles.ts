import { z } from 'zod'
import type { Context, MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { type CsvColumns, downloadCsv } from '#platform/server/http/csv-download.ts'
import { HttpError } from '#platform/server/http/http-error.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { fullName } from '#platform/shared/person-name.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { Consultant, listProfiles as endpoint, Profile } from '../contract.ts'
import { languageName, picturePath } from '../rules.ts'
import {
  findProfileRow,
  findPublishedPicture,
  findPublishedPictureHash,
  listProfileRows,
  listPublishedConsultants,
  type Picture,
  type ProfileRow,
} from './store.ts'

export async function downloadProfiles(context: MemberContext) {
  return downloadCsv(context, {
    list: 'profiles',
    columns,
    readPage: async () => ({ items: (await listProfiles(context)).profiles, nextCursor: null }),
  })
}

const columns: CsvColumns<ResponseOf<typeof endpoint>['profiles'][number]> = {
  Name: ({ displayName }) => displayName,
  'Account name': ({ accountName }) => accountName,
  Title: ({ jobTitle }) => jobTitle,
  Languages: ({ languages }) => languages.join(', '),
  Services: ({ services }) => services.join(', '),
  Position: ({ position }) => position,
  Shown: ({ isShown }) => isShown,
  'Has picture': ({ hasPicture }) => hasPicture,
  'Can log in': ({ isDisabled }) => !isDisabled,
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

/**
 * Treats an unpublished consultant's picture as missing.
 * @param isKnown true if the browser already has the picture with this hash, in which case the picture is not read
 */
export async function getPicture(
  { db }: Context,
  consultantId: string,
  isKnown: (hash: string) => boolean,
): Promise<{ hash: string; picture: Picture | 'known' }> {
  const hash = z.uuid().safeParse(consultantId).success ? await findPublishedPictureHash(db, consultantId) : undefined
  if (hash && isKnown(hash)) return { hash, picture: 'known' }
  const picture = hash && (await findPublishedPicture(db, consultantId, hash))
  if (!picture) throw new HttpError(404, 'not-found', 'There’s no picture at this address.')
  return { hash, picture }
}

export async function listConsultants({ db }: Context): Promise<Consultant[]> {
  const rows = await listPublishedConsultants(db)
  return rows.map(({ pictureHash, ...profile }) => ({
    ...profile,
    languages: profile.languages.map((code) => ({ code, name: languageName(code) })),
    picture: pictureHash && picturePath(profile.id, pictureHash),
  }))
}
