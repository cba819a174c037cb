import type { MemberContext } from '#platform/server/context.ts'
import type { Profile } from '../contract/profile.ts'
import { withDefaults } from '../rules/notifications.ts'
import { getUser } from './get-user.ts'
import { listNotificationChoices } from './notification-store.ts'
import { readAccountDetails } from './profile-store.ts'
import { findPendingEmail } from './verification-store.ts'

export async function getProfile({ db, now, actor }: Pick<MemberContext, 'db' | 'now' | 'actor'>): Promise<Profile> {
  const { firstName, lastName, email, emailVerified, mobile, profilePicture } = await getUser(db, actor.memberId)
  const { timeZone, guardian } = await readAccountDetails(db, actor.memberId)
  const pendingEmail = (await findPendingEmail(db, actor.memberId, now())) ?? null
  const chosen = await listNotificationChoices(db, actor.memberId)
  const notifications = withDefaults(chosen, { isYoung: guardian !== null })
  return {
    firstName,
    lastName,
    email,
    emailVerified,
    pendingEmail,
    mobile,
    profilePicture,
    timeZone,
    guardian,
    notifications,
  }
}
