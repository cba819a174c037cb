import { z } from 'zod'
import { User } from '#features/accounts/contract.ts'
import { Booking } from '#features/bookings/contract.ts'
import { DeliverablesOverview } from '#features/deliverables/contract.ts'
import { Purchase } from '#features/purchases/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Currency } from '#platform/shared/money.ts'

export const Dashboard = z.object({
  user: User,
  activePackages: z.int(),
  /** Paid less refunded, a figure a currency, never added together (PRODUCT D1, D13). */
  totalInvested: z.array(z.object({ currency: Currency, amount: z.int() })),
  purchases: z.array(Purchase),
  sessions: z.object({
    /** The next two, soonest first. */
    upcoming: z.array(Booking),
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
