import {
  forgetLogins,
  forgetLoginsJob,
  sendPasswordLink,
  sendPasswordLinkJob,
} from '#features/accounts/server/public.ts'
import { keepFigures, keepFiguresJob } from '#features/back-office/server/public.ts'
import {
  type FetchCalendar,
  fetchCalendar,
  forgetBookingFiles,
  forgetBookingFilesJob,
  importCalendar,
  importCalendarJob,
  importCalendars,
  importCalendarsJob,
  offerEarlierTimes,
  offerEarlierTimesJob,
  releaseSessions,
  releaseSessionsJob,
  remindOfSessions,
  remindOfSessionsJob,
  warnOfEnds,
  warnOfEndsJob,
} from '#features/bookings/server/public.ts'
import {
  forgetConversations,
  forgetConversationsJob,
  tellOfWaiting,
  tellOfWaitingJob,
} from '#features/conversations/server/public.ts'
import { forgetItems, forgetItemsJob, planItems, planItemsJob } from '#features/deliverables/server/public.ts'
import { deliverWantedMail, spreadNews, spreadNewsJob } from '#features/mails/server/public.ts'
import { forgetMessages, forgetMessagesJob } from '#features/messages/server/public.ts'
import { forgetNotifications, forgetNotificationsJob } from '#features/notifications/server/public.ts'
import type { PaymentProvider } from '#features/payments/server/public.ts'
import {
  comparePayments,
  comparePaymentsJob,
  endSubscription,
  endSubscriptionJob,
  forgetCustomer,
  forgetCustomerJob,
  forgetEvents,
  forgetEventsJob,
  forgetGuardianRequests,
  forgetGuardianRequestsJob,
  handleEventJob,
  handleStripeEvent,
  reconcilePayments,
  reconcilePaymentsJob,
  reconcileSubscriptions,
  reconcileSubscriptionsJob,
  remindOfPayments,
  remindOfPaymentsJob,
  remindOfRenewals,
  remindOfRenewalsJob,
  sendRefund,
  sendRefundJob,
} from '#features/payments/server/public.ts'
import {
  expireSessions,
  expireSessionsJob,
  forgetDocuments,
  forgetDocumentsJob,
  sendMissingLetters,
  sendMissingLettersJob,
  sendPurchaseLetter,
  sendPurchaseLetterJob,
} from '#features/purchases/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { removeContents, removeContentsJob } from '#platform/server/files/remove-contents.ts'
import { forgetAttempts, forgetAttemptsJob } from '#platform/server/forget-attempts.ts'
import { handles, type Job, type JobHandler } from '#platform/server/jobs.ts'
import { forgetMails, forgetMailsJob } from '#platform/server/mail/forget-mails.ts'
import type { MailTransport } from '#platform/server/mail/mail-transport.ts'
import { deliverMailJob } from '#platform/server/mail/queue-mail.ts'

/** Every kind of work that is done after the answer. */
export const jobs = [
  deliverMailJob,
  spreadNewsJob,
  handleEventJob,
  sendPurchaseLetterJob,
  sendMissingLettersJob,
  reconcilePaymentsJob,
  reconcileSubscriptionsJob,
  remindOfPaymentsJob,
  remindOfRenewalsJob,
  remindOfSessionsJob,
  warnOfEndsJob,
  comparePaymentsJob,
  tellOfWaitingJob,
  forgetConversationsJob,
  forgetMessagesJob,
  forgetLoginsJob,
  forgetMailsJob,
  forgetAttemptsJob,
  removeContentsJob,
  forgetEventsJob,
  forgetDocumentsJob,
  forgetGuardianRequestsJob,
  forgetCustomerJob,
  sendRefundJob,
  endSubscriptionJob,
  sendPasswordLinkJob,
  importCalendarsJob,
  importCalendarJob,
  releaseSessionsJob,
  expireSessionsJob,
  planItemsJob,
  forgetItemsJob,
  forgetBookingFilesJob,
  forgetNotificationsJob,
  offerEarlierTimesJob,
  keepFiguresJob,
]

/** What is due by the clock of the business: asked for at once when that was moved. */
export const jobsOfTheClock: Job<object>[] = [
  reconcilePaymentsJob,
  reconcileSubscriptionsJob,
  comparePaymentsJob,
  sendMissingLettersJob,
  remindOfRenewalsJob,
  remindOfPaymentsJob,
  remindOfSessionsJob,
  warnOfEndsJob,
  releaseSessionsJob,
  expireSessionsJob,
]

type Settings = {
  /** With the clock of the business. */
  context: Context
  /** For what the sandbox's clock must not move. */
  realNow: () => Date
  /** For what takes longer than a question of the site may. */
  patient?: Db
  provider: PaymentProvider
  mail: MailTransport
  /** How a calendar comes from elsewhere. */
  calendars?: FetchCalendar
  /** Seconds after the provider made it. */
  onEventHandled?: (seconds: number) => void
}

export function jobHandlers(settings: Settings): JobHandler[] {
  const {
    context,
    realNow,
    patient = settings.context.db,
    provider,
    mail,
    calendars = fetchCalendar,
    onEventHandled,
  } = settings
  const inRealTime = { ...context, now: realNow }
  return [
    handles(deliverMailJob, (work) => deliverWantedMail(inRealTime, mail, work)),
    handles(spreadNewsJob, (part) => spreadNews(inRealTime, part)),
    handles(handleEventJob, ({ eventId }) => handleStripeEvent({ ...context, provider, onEventHandled }, eventId)),
    handles(sendPurchaseLetterJob, ({ purchaseId }) => sendPurchaseLetter(context, purchaseId)),
    handles(sendMissingLettersJob, () => sendMissingLetters(context)),
    handles(
      reconcilePaymentsJob,
      async (data) => void (await reconcilePayments({ ...context, provider, onEventHandled }, data)),
    ),
    handles(reconcileSubscriptionsJob, async (part) => {
      const after = await reconcileSubscriptions({ ...context, provider }, part)
      if (after) await context.jobs.send(context.db, reconcileSubscriptionsJob, { after })
    }),
    handles(comparePaymentsJob, async () => void (await comparePayments({ ...context, provider }))),
    handles(remindOfPaymentsJob, () => remindOfPayments({ ...context, provider })),
    handles(remindOfRenewalsJob, () => remindOfRenewals({ ...context, provider })),
    handles(remindOfSessionsJob, () => remindOfSessions(context)),
    handles(warnOfEndsJob, () => warnOfEnds(context)),
    handles(tellOfWaitingJob, () => tellOfWaiting(inRealTime)),
    handles(forgetConversationsJob, () => forgetConversations(inRealTime)),
    handles(forgetMessagesJob, () => forgetMessages(inRealTime)),
    handles(forgetLoginsJob, () => forgetLogins(inRealTime)),
    handles(forgetMailsJob, () => forgetMails(inRealTime)),
    handles(forgetNotificationsJob, () => forgetNotifications(inRealTime)),
    handles(forgetAttemptsJob, () => forgetAttempts(inRealTime)),
    handles(removeContentsJob, () => removeContents(context)),
    handles(forgetEventsJob, () => forgetEvents(context)),
    handles(forgetDocumentsJob, () => forgetDocuments(context)),
    handles(forgetGuardianRequestsJob, () => forgetGuardianRequests(context)),
    handles(forgetCustomerJob, (customer) => forgetCustomer({ ...context, provider }, customer)),
    handles(endSubscriptionJob, ({ subscriptionId }) => endSubscription({ ...context, provider }, subscriptionId)),
    handles(sendRefundJob, ({ refundId }) => sendRefund({ ...context, provider }, refundId)),
    handles(planItemsJob, () => planItems(context)),
    handles(forgetItemsJob, () => forgetItems(context)),
    handles(forgetBookingFilesJob, () => forgetBookingFiles(context)),
    handles(sendPasswordLinkJob, (asked) => sendPasswordLink(inRealTime, asked)),
    handles(importCalendarsJob, () => importCalendars(context)),
    handles(importCalendarJob, ({ calendarId }) =>
      importCalendar({ ...context, fetchCalendar: calendars }, calendarId),
    ),
    handles(releaseSessionsJob, () => releaseSessions(context)),
    handles(expireSessionsJob, () => expireSessions(context)),
    handles(offerEarlierTimesJob, () => offerEarlierTimes(context)),
    handles(keepFiguresJob, () => keepFigures({ ...context, db: patient }, provider.mode)),
  ]
}
