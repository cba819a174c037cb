import type { MemberContext } from '#platform/server/context.ts'
import { resizeImage } from '#platform/server/files/resize-image.ts'
import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'
import { makeToken } from '#platform/server/token.ts'
import type { FileResponse } from '#platform/shared/file-response.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { User } from '../../contract.ts'
import { lockOwnAccount } from '../../server/require-account.ts'
import { getUser } from '../../server/store.ts'
import { deletePicture, findPicture, upsertPicture } from './store.ts'

export async function getPicture({ db, actor }: MemberContext, version: string | undefined): Promise<FileResponse> {
  const picture = await findPicture(db, actor.memberId)
  if (!picture) throw new Refused('no-picture')
  // If the address is for a different version, do not cache the picture under it.
  const isCurrentVersion = version === picture.version
  return {
    content: new Blob([new Uint8Array(picture.content)]),
    cacheControl: isCurrentVersion ? 'private, max-age=86400' : 'no-store',
  }
}

export async function removePicture({ db, actor }: MemberContext): Promise<{ user: User }> {
  await deletePicture(db, actor.memberId)
  return { user: await getUser(db, actor.memberId) }
}

/** Resizing takes up to a second of processor time. */
const uploadLimit: RateLimit = { name: 'save-picture', attempts: 20, seconds: 3_600 }

export async function savePicture(
  { db, limits, now, log, actor }: MemberContext,
  { image }: { image: string },
): Promise<{ user: User }> {
  await limits.count(uploadLimit, actor.memberId)
  const picture = await resizeImage(log, Buffer.from(image, 'base64'))
  // The version cannot be guessed, so another user of this browser cannot find the picture in its cache.
  const version = makeToken().token.slice(0, 22)
  return db.transaction().execute(async (tx) => {
    // Resizing took a while, so the session may have ended.
    await lockOwnAccount(tx, actor)
    await upsertPicture(tx, actor.memberId, { ...picture, version }, now())
    return { user: await getUser(tx, actor.memberId) }
  })
}
