import { z } from 'zod'
import { User } from '#features/accounts/contract.ts'
import { Booking } from '#features/bookings/contract.ts'
import { DeliverablesOverview } from '#features/deliverables/contract.ts'
import { Purchase } from '#features/purchases/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Currency } from '#platform/shared/money.ts'

/** Something that a member could do next. */
export const QuickAction = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('pay-month'),
    subscriptionId: z.uuid(),
    packageTitle: z.string(),
    /** Until when the package may be used all the same. */
    graceUntil: z.iso.datetime().nullable(),
  }),
  z.object({
    kind: z.literal('approve'),
    itemId: z.uuid(),
    name: z.string(),
    /** More wait beside it. */
    hasOthers: z.boolean(),
  }),
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
  /** What asks for something to be done, the most pressing first. */
  quickActions: z.array(QuickAction),
  activePackages: z.int(),
  /** Paid less refunded, a figure a currency, never added together (PRODUCT D1, D13). */
  totalInvested: z.array(z.object({ currency: Currency, amount: z.int() })),
  purchases: z.array(Purchase),
  sessions: z.object({
    /** The next two, soonest first. */
    upcoming: z.array(Booking),
    upcomingCount: z.int(),
    completedCount: z.int(),
    /** A session of a package can be booked now. */
    canBook: z.boolean(),
    /** In which the member reads their times. */
    timeZone: z.string(),
  }),
  deliverables: DeliverablesOverview,
})
export type Dashboard = z.infer<typeof Dashboard>

export const getDashboard = endpoint({
  method: 'GET',
  path: '/api/portal/dashboard',
  summary: 'Everything the dashboard shows, in one answer',
  access: 'member',
  response: Dashboard,
})
