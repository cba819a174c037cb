import { z } from 'zod'
import { User } from '#features/accounts/contract.ts'
import { Booking } from '#features/bookings/contract.ts'
import { MarketId, ServiceType } from '#features/catalogue/contract.ts'
import { DeliverablesOverview } from '#features/deliverables/member/contract.ts'
import { Purchase } from '#features/purchases/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Currency } from '#platform/shared/money.ts'

/** A suggested next step for the member. */
export const QuickAction = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('pay-month'),
    subscriptionId: z.uuid(),
    packageTitle: z.string(),
    /** The end of the period in which the package can still be used although the month is unpaid. */
    usableUntil: z.iso.datetime().nullable(),
  }),
  z.object({
    kind: z.literal('guardian'),
    packageId: z.string(),
    packageTitle: z.string(),
    market: MarketId,
    /** Until then the guardian can answer, or the member can pay. */
    until: z.iso.datetime(),
    hasAgreed: z.boolean(),
  }),
  z.object({
    kind: z.literal('approve'),
    deliverableId: z.uuid(),
    name: z.string(),
    /** True if other deliverables are awaiting approval too. */
    hasOthers: z.boolean(),
  }),
  /** The package has no session in which to ask what is needed to begin. */
  z.object({ kind: z.literal('introduce'), service: ServiceType }),
  z.object({ kind: z.literal('read-messages'), unread: z.int() }),
  z.object({ kind: z.literal('book'), isFirst: z.boolean() }),
  z.object({ kind: z.literal('confirm-email'), email: z.string() }),
  z.object({ kind: z.literal('complete-profile') }),
])
export type QuickAction = z.infer<typeof QuickAction>

export const Dashboard = z.object({
  user: User,
  /** In percent (PRODUCT D13). */
  profileCompletion: z.int(),
  /** Suggested actions, most urgent first. */
  quickActions: z.array(QuickAction),
  activePackages: z.int(),
  /** Paid minus refunded, one total per currency. Currencies are never added together (PRODUCT D1, D13). */
  totalInvested: z.array(z.object({ currency: Currency, amount: z.int() })),
  purchases: z.array(Purchase),
  sessions: z.object({
    /** The next two sessions, soonest first. */
    upcoming: z.array(Booking),
    upcomingCount: z.int(),
    completedCount: z.int(),
    /** Whether the member can book a session now. */
    canBook: z.boolean(),
    /** The member's time zone for these times. */
    timeZone: z.string(),
  }),
  deliverables: DeliverablesOverview,
})
export type Dashboard = z.infer<typeof Dashboard>

export const getDashboard = endpoint('GET /api/portal/dashboard', {
  summary: 'Get the member’s dashboard',
  access: 'member',
  response: Dashboard,
})
