import { z } from 'zod'
import type { Context } from '#platform/server/context.ts'
import { HttpError } from '#platform/server/http/http-error.ts'
import type { Consultant } from '../contract.ts'
import { languageName, picturePath } from '../rules.ts'
import { findPublishedPicture, findPublishedPictureHash, listPublishedConsultants, type Picture } from './store.ts'

/**
 * Treats the picture of an unpublished consultant as missing.
 * @param isKnown true if the browser already has the picture with this hash, which is then not read
 */
export async function getPicture(
  { db }: Context,
  consultantId: string,
  isKnown: (hash: string) => boolean,
): Promise<{ hash: string; picture: Picture | 'known' }> {
  const hash = z.uuid().safeParse(consultantId).success ? await findPublishedPictureHash(db, consultantId) : undefined
  if (hash && isKnown(hash)) return { hash, picture: 'known' }
  const picture = hash && (await findPublishedPicture(db, consultantId, hash))
  if (!picture) throw new HttpError(404, 'not-found', 'There is no picture at this address.')
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
