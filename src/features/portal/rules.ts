import type { BookableSession } from '#features/bookings/booking/contract.ts'
import { filterBookableSessions } from '#features/bookings/booking/rules.ts'
import type { Booking } from '#features/bookings/contract.ts'
import type { ServiceType } from '#features/catalogue/contract.ts'
import type { OpenConsent } from '#features/payments/guardians/contract.ts'
import type { OwnedPackage } from '#features/purchases/entitlements/contract.ts'
import type { NextStep } from '#features/purchases/entitlements/rules/next-step.ts'
import type { QuickAction } from './contract.ts'

/** Facts from other areas that may lead to a quick action. */
export type MemberStatus = {
  /** Subscriptions with an unpaid month. */
  dueMonths: { subscriptionId: string; packageTitle: string; usableUntil: string | null }[]
  /** What a member under 18 has asked a guardian to agree to and not yet paid for. */
  guardianConsents: OpenConsent[]
  /** Deliverables awaiting approval, those waiting longest first. */
  forApproval: { id: string; name: string }[]
  /** A service that waits for the member's first message. */
  awaitsMessage: ServiceType | null
  unreadMessages: number
  canBook: boolean
  /** True even if every booking was cancelled. */
  hasBooked: boolean
  /** Null if the address is confirmed. */
  unconfirmedEmail: string | null
  /** In percent. */
  profileCompletion: number
}

/** SPEC §2: suggested next steps. The most urgent ones, where a delay costs the member something, come first. */
export function quickActions(status: MemberStatus): QuickAction[] {
  const {
    dueMonths,
    guardianConsents,
    forApproval,
    awaitsMessage,
    unreadMessages,
    canBook,
    hasBooked,
    unconfirmedEmail,
    profileCompletion,
  } = status
  const actions: QuickAction[] = dueMonths.map((month) => ({ kind: 'pay-month', ...month }))
  actions.push(...guardianConsents.map((consent) => ({ kind: 'guardian' as const, ...consent })))
  if (awaitsMessage) actions.push({ kind: 'introduce', service: awaitsMessage })
  const [nextApproval, ...otherApprovals] = forApproval
  if (nextApproval)
    actions.push({
      kind: 'approve',
      deliverableId: nextApproval.id,
      name: nextApproval.name,
      hasOthers: otherApprovals.length > 0,
    })
  if (unreadMessages > 0) actions.push({ kind: 'read-messages', unread: unreadMessages })
  if (canBook) actions.push({ kind: 'book', isFirst: !hasBooked })
  if (unconfirmedEmail !== null) actions.push({ kind: 'confirm-email', email: unconfirmedEmail })
  if (profileCompletion < 100) actions.push({ kind: 'complete-profile' })
  return actions
}

/** The next step in a package just bought. What is already booked comes before what could be. */
export type StepAfterPaying =
  | { kind: 'booked'; booking: Booking }
  | { kind: 'book'; session: BookableSession }
  | { kind: Exclude<NextStep['kind'], 'book'> }

/** @param upcoming the member's booked sessions, soonest first */
export function decideStepAfterPaying(
  owned: OwnedPackage,
  step: NextStep['kind'],
  { sessions, upcoming }: { sessions: BookableSession[]; upcoming: Booking[] },
): StepAfterPaying {
  const booking = upcoming.find(({ entitlementId }) => entitlementId === owned.id)
  if (booking) return { kind: 'booked', booking }
  if (step !== 'book') return { kind: step }
  const [session] = filterBookableSessions(owned, sessions)
  return session ? { kind: 'book', session } : { kind: 'open' }
}
