import type { MemberContext } from '#platform/server/context.ts'
import { isNewcomer } from '../rules/retention.ts'
import { hasNotification, insertNotification, type NewNotification, readOpeningTime } from './store.ts'

/**
 * SPEC §2: the badge of 4 that a new member starts with (PRODUCT D13). Written when the bell is first read and not with
 * the account, so that whoever registered before there was a bell has them too; under reasons of their own, so that two
 * pages that are opened at once write them once.
 */
export async function welcomeMember({ db, actor, now }: MemberContext): Promise<void> {
  const { memberId, role } = actor
  if (actor.isOnlyLooking) return
  if (role !== 'member' || (await hasNotification(db, memberId, last.reason))) return
  const openedAt = await readOpeningTime(db, memberId)
  if (!isNewcomer(openedAt, now())) return
  for (const [index, told] of [...first, last].entries()) {
    // The first one on top.
    await insertNotification(db, { memberId, ...told }, new Date(openedAt.getTime() - index))
  }
}

type Told = Omit<NewNotification, 'memberId'>

const first: Told[] = [
  {
    reason: 'welcome',
    title: 'Welcome to your portal',
    text: 'Your packages, sessions and invoices are all here.',
    path: '/portal/dashboard',
  },
  {
    reason: 'complete-profile',
    title: 'Complete your profile',
    text: 'Check your name, mobile number and time zone, so that we reach you and show times as you know them.',
    path: '/portal/profile',
  },
  {
    reason: 'choose-package',
    title: 'Choose a package',
    text: 'Find out which of our services takes you where you want to go.',
    path: '/services/my-future',
  },
]

const last: Told = {
  reason: 'book-first-session',
  title: 'Book your first session',
  text: 'Once you have a package, choose a day and a time with a consultant.',
  path: '/portal/bookings',
}
