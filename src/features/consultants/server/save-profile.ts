import { preparePicture } from '#features/accounts/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { Limit } from '#platform/server/limits.ts'
import { recordAction } from '#platform/server/record-action.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import type { JsonObject } from '#platform/shared/json.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { saveProfile as endpoint, Profile } from '../contract/profile.ts'
import { getProfile } from './get-profile.ts'
import { findProfileRow, lockConsultantAccount, writeProfile } from './profile-store.ts'

/** Each costs a second of computing at the worst. */
const pictures: Limit = { name: 'save-profile-picture', attempts: 60, seconds: 3_600 }

/** No invented person is presented as real (PRODUCT D16): an entry belongs to an account, and staff publish it. */
export async function saveProfile(
  context: MemberContext,
  accountId: string,
  { version, image, isShown, ...profile }: BodyOf<typeof endpoint>,
): Promise<Profile> {
  const { db, limits, now, actor } = context
  if (image) await limits.count(pictures, actor.memberId)
  const picture = image ? await preparePicture(Buffer.from(image, 'base64')) : null
  return db.transaction().execute(async (tx) => {
    await lockConsultantAccount(tx, accountId)
    const before = await findProfileRow(tx, accountId)
    if (!before) throw new Refused('profile-not-found')
    if ((before.version ?? 0) !== version) throw new Refused('changed-meanwhile')
    if (isShown && !picture && !before.picture) throw new Refused('picture-missing')
    const publishedAt = isShown ? (before.publishedAt ?? now()) : null
    await writeProfile(tx, accountId, { ...profile, picture, publishedAt })
    await recordAction(tx, context, {
      action: 'consultant-profile.changed',
      object: { kind: 'consultant-profile', id: accountId },
      before: standingOf({ ...before, isShown: before.publishedAt !== null }),
      after: { ...standingOf({ ...profile, isShown }), isPictureNew: picture !== null },
    })
    return getProfile(tx, accountId)
  })
}

/** Without name and words, which are somebody's. */
function standingOf(row: { isShown: boolean; services: string[] | null; position: number | null }): JsonObject {
  return { isShown: row.isShown, services: row.services, position: row.position }
}
