import type { Context, MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { isNewcomer } from '../rules/retention.ts'
import {
  getAccountCreatedAt,
  insertNotification,
  listReasons,
  type NewNotification,
  retireNotification,
} from './store.ts'

/**
 * Retires welcome notifications in the transaction that completes their task. If the member has not opened the bell
 * yet, they never appear.
 */
export async function retireStarterNotifications(
  tx: Db,
  { now }: Context,
  memberId: MemberId,
  completed: StarterNotification[],
): Promise<void> {
  for (const reason of completed)
    await retireNotification(tx, { memberId, reason, ...starterNotifications[reason] }, now())
}

/**
 * SPEC §2: a new member's badge starts at 4 (PRODUCT D13). The notifications are created when the bell is first read,
 * so that members who joined before it existed get them too. Their fixed reasons prevent duplicates from concurrent
 * requests and skip tasks that are already done.
 */
export async function welcomeMember({ db, actor, now }: MemberContext): Promise<void> {
  const { memberId, role } = actor
  if (actor.isImpersonated || role !== 'member') return
  const starters = Object.entries(starterNotifications).map(([reason, content]) => ({ reason, ...content }))
  const existingReasons = await listReasons(db, memberId, Object.keys(starterNotifications))
  if (existingReasons.size === starters.length) return
  const openedAt = await getAccountCreatedAt(db, memberId)
  if (!isNewcomer(openedAt, now())) return
  for (const [index, starter] of starters.entries()) {
    // Keeps the first one at the top of the list.
    await insertNotification(db, { memberId, ...starter }, new Date(openedAt.getTime() - index))
  }
}

type StarterNotification = 'welcome' | 'complete-profile' | 'choose-package' | 'book-first-session'

const starterNotifications: Record<StarterNotification, Omit<NewNotification, 'memberId' | 'reason'>> = {
  welcome: {
    title: 'Welcome to your portal',
    text: 'Your packages, sessions and invoices are all here.',
    path: '/portal/dashboard',
  },
  'complete-profile': {
    title: 'Complete your profile',
    text: 'Check your name, mobile number and time zone, so we can reach you and show times in your time zone.',
    path: '/portal/profile',
  },
  'choose-package': {
    title: 'Choose a package',
    text: 'Find the service that takes you where you want to go.',
    path: '/services/my-future',
  },
  'book-first-session': {
    title: 'Book your first session',
    text: 'Once you have a package, choose a day and time with a consultant.',
    path: '/portal/bookings',
  },
}
