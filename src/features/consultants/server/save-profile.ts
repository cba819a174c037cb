import { recordAction } from '#platform/server/audit/record-action.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { resizeImage } from '#platform/server/files/resize-image.ts'
import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import type { JsonObject } from '#platform/shared/json.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { saveProfile as endpoint } from '../contract.ts'
import { getProfile } from './profiles.ts'
import { findProfileRow, lockConsultantAccount, upsertProfile } from './store.ts'

/** Resizing takes up to a second of processor time. */
const uploadLimit: RateLimit = { name: 'save-profile-picture', attempts: 60, seconds: 3_600 }

/**
 * To ensure that no invented person is presented as real (PRODUCT D16), a profile needs an account, and staff publish
 * it.
 */
export async function saveProfile(
  context: MemberContext,
  accountId: string,
  { version, image, isShown, ...profile }: BodyOf<typeof endpoint>,
) {
  const { db, limits, now, log, actor } = context
  if (image) await limits.count(uploadLimit, actor.memberId)
  const picture = image ? await resizeImage(log, Buffer.from(image, 'base64')) : null
  return db.transaction().execute(async (tx) => {
    await lockConsultantAccount(tx, accountId)
    const before = await findProfileRow(tx, accountId)
    if (!before) throw new Refused('profile-not-found')
    if ((before.version ?? 0) !== version) throw new Refused('edited-elsewhere')
    const publishedAt = isShown ? (before.publishedAt ?? now()) : null
    await upsertProfile(tx, accountId, { ...profile, publishedAt }, picture?.content ?? null)
    await recordAction(tx, context, {
      action: 'consultant-profile.changed',
      object: { kind: 'consultant-profile', id: accountId },
      before: auditDetails({ ...before, isShown: before.publishedAt !== null }),
      after: { ...auditDetails({ ...profile, isShown }), isPictureNew: picture !== null },
    })
    return getProfile(tx, accountId)
  })
}

/** Leaves out the name and the text fields, which are personal data. */
function auditDetails(row: { isShown: boolean; services: string[] | null; position: number | null }): JsonObject {
  return { isShown: row.isShown, services: row.services, position: row.position }
}
