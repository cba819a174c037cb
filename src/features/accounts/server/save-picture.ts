import type { MemberContext } from '#platform/server/context.ts'
import type { Limit } from '#platform/server/limits.ts'
import type { User } from '../contract.ts'
import { getUser } from './get-user.ts'
import { lockOwnAccount } from './lock-own-account.ts'
import { makeToken } from './make-token.ts'
import { upsertPicture } from './picture-store.ts'
import { preparePicture } from './prepare-picture.ts'

/** Each costs a second of computing at the worst. */
const pictures: Limit = { name: 'save-picture', attempts: 20, seconds: 3_600 }

export async function savePicture(
  { db, limits, now, actor }: MemberContext,
  { image }: { image: string },
): Promise<{ user: User }> {
  await limits.count(pictures, actor.memberId)
  const picture = await preparePicture(Buffer.from(image, 'base64'))
  // Not to be guessed: whoever else uses the browser does not find it in its memory.
  const version = makeToken().token.slice(0, 22)
  return db.transaction().execute(async (tx) => {
    // The picture took its time.
    await lockOwnAccount(tx, actor)
    await upsertPicture(tx, actor.memberId, { ...picture, version }, now())
    return { user: await getUser(tx, actor.memberId) }
  })
}
