import {
  forgetLogins,
  forgetLoginsJob,
  sendPasswordLink,
  sendPasswordLinkJob,
} from '#features/accounts/server/public.ts'
import { forgetMessages, forgetMessagesJob } from '#features/messages/server/public.ts'
import type { PaymentProvider } from '#features/payments/server/public.ts'
import {
  forgetCustomer,
  forgetCustomerJob,
  forgetEvents,
  forgetEventsJob,
  handleEventJob,
  handleStripeEvent,
  reconcilePayments,
  reconcilePaymentsJob,
  remindOfPayments,
  remindOfPaymentsJob,
  remindOfRenewals,
  remindOfRenewalsJob,
  sendRefund,
  sendRefundJob,
} from '#features/payments/server/public.ts'
import {
  forgetDocuments,
  forgetDocumentsJob,
  sendMissingLetters,
  sendMissingLettersJob,
  sendPurchaseLetter,
  sendPurchaseLetterJob,
} from '#features/purchases/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { forgetAttempts, forgetAttemptsJob } from '#platform/server/forget-attempts.ts'
import { handles, type JobHandler } from '#platform/server/jobs.ts'
import { deliverMail } from '#platform/server/mail/deliver-mail.ts'
import { forgetMails, forgetMailsJob } from '#platform/server/mail/forget-mails.ts'
import type { MailTransport } from '#platform/server/mail/mail-transport.ts'
import { deliverMailJob } from '#platform/server/mail/queue-mail.ts'

/** Every kind of work that is done after the answer. */
export const jobs = [
  deliverMailJob,
  handleEventJob,
  sendPurchaseLetterJob,
  sendMissingLettersJob,
  reconcilePaymentsJob,
  remindOfPaymentsJob,
  remindOfRenewalsJob,
  forgetMessagesJob,
  forgetLoginsJob,
  forgetMailsJob,
  forgetAttemptsJob,
  forgetEventsJob,
  forgetDocumentsJob,
  forgetCustomerJob,
  sendRefundJob,
  sendPasswordLinkJob,
]

export function jobHandlers(context: Context, provider: PaymentProvider, mail: MailTransport): JobHandler[] {
  return [
    handles(deliverMailJob, ({ mailId }) => deliverMail(context, mail, mailId)),
    handles(handleEventJob, ({ eventId }) => handleStripeEvent({ ...context, provider }, eventId)),
    handles(sendPurchaseLetterJob, ({ purchaseId }) => sendPurchaseLetter(context, purchaseId)),
    handles(sendMissingLettersJob, () => sendMissingLetters(context)),
    handles(reconcilePaymentsJob, (data) => reconcilePayments({ ...context, provider }, data)),
    handles(remindOfPaymentsJob, () => remindOfPayments({ ...context, provider })),
    handles(remindOfRenewalsJob, () => remindOfRenewals(context)),
    handles(forgetMessagesJob, () => forgetMessages(context)),
    handles(forgetLoginsJob, () => forgetLogins(context)),
    handles(forgetMailsJob, () => forgetMails(context)),
    handles(forgetAttemptsJob, () => forgetAttempts(context)),
    handles(forgetEventsJob, () => forgetEvents(context)),
    handles(forgetDocumentsJob, () => forgetDocuments(context)),
    handles(forgetCustomerJob, (customer) => forgetCustomer({ ...context, provider }, customer)),
    handles(sendRefundJob, ({ refundId }) => sendRefund({ ...context, provider }, refundId)),
    handles(sendPasswordLinkJob, (asked) => sendPasswordLink(context, asked)),
  ]
}
