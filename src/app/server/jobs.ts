import { jobs as accounts } from '#features/accounts/server/public.ts'
import { jobs as backOffice } from '#features/back-office/server/public.ts'
import { jobs as bookings, type FetchCalendar } from '#features/bookings/server/public.ts'
import { jobs as contact } from '#features/contact/server/public.ts'
import { jobs as conversations } from '#features/conversations/server/public.ts'
import { jobs as deliverables } from '#features/deliverables/server/public.ts'
import { jobs as emails } from '#features/emails/server/public.ts'
import { jobs as notifications } from '#features/notifications/server/public.ts'
import { type PaymentProvider, jobs as payments } from '#features/payments/server/public.ts'
import { jobs as purchases } from '#features/purchases/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { purgeEmails } from '#platform/server/email/purge-emails.ts'
import type { EmailTransport } from '#platform/server/email/transport.ts'
import { deleteOrphanedFilesJob } from '#platform/server/files/delete-orphaned-files.ts'
import type { Job } from '#platform/server/jobs/define-job.ts'
import { createJobHandler, type JobHandler } from '#platform/server/jobs/jobs.ts'
import { purgeAttempts } from '#platform/server/rate-limit/purge-attempts.ts'
import { sealDataJob } from './seal-data.ts'

/** The context that jobs receive as their first parameter. */
type JobContext = Context & {
  provider: PaymentProvider
  mail: EmailTransport
  /** Runs queries that take longer than a request's time limit. */
  slowQueries: Db
  fetchCalendar?: FetchCalendar | undefined
  /** Called with the seconds since the payment provider created the event. */
  onEventHandled?: ((seconds: number) => void) | undefined
}

/**
 * All jobs, in the order in which a full run executes them. Bookings made with an ended package are cancelled before
 * its remaining sessions expire.
 */
export const jobs: Job<JobContext>[] = [
  ...emails,
  ...payments,
  ...bookings,
  ...purchases,
  ...conversations,
  ...contact,
  ...accounts,
  ...notifications,
  ...deliverables,
  ...backOffice,
  purgeEmails,
  purgeAttempts,
  deleteOrphanedFilesJob,
  sealDataJob,
]

/** Jobs scheduled by the business clock, which are queued immediately when that clock moves. */
export const jobsByBusinessClock = jobs.filter(({ isDueWhenClockMoves }) => isDueWhenClockMoves)

/** @param context uses the business clock; `realNow` is for jobs that the sandbox's clock must not move */
export function jobHandlers(context: Omit<JobContext, 'slowQueries'> & { slowQueries?: Db; realNow: () => Date }) {
  const business = { slowQueries: context.db, ...context }
  const contexts = { business, real: { ...business, now: context.realNow } }
  return jobs.map((job): JobHandler => createJobHandler(job, (data) => job.run(contexts[job.clock], data as never)))
}
