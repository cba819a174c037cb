import { carryOutCancellationQueue } from '#features/contact/server/public.ts'
import { defineJob, type Job } from '#platform/server/jobs/define-job.ts'
import { carryOutCancellation } from '../cancellation/server/carry-out-cancellation.ts'
import { remindUnfinishedPayments } from '../checkout/server/remind-unfinished-payments.ts'
import { comparePayments, comparePaymentsQueue } from '../reconciliation/server/compare-payments.ts'
import { reconcilePayments, reconcilePaymentsQueue } from '../reconciliation/server/reconcile-payments.ts'
import {
  reconcileSubscriptions,
  reconcileSubscriptionsQueue,
} from '../reconciliation/server/reconcile-subscriptions.ts'
import { sendRefundQueue } from '../refunds/server/request-refund.ts'
import { sendRefund } from '../refunds/server/send-refund.ts'
import { endSubscription } from '../subscriptions/server/end-subscription.ts'
import { endSubscriptionQueue } from '../subscriptions/server/end-subscription-queue.ts'
import { remindRenewals } from '../subscriptions/server/remind-renewals.ts'
import { handleStripeEvent, handleStripeEventQueue } from '../webhooks/server/handle-stripe-event.ts'
import { anonymiseCustomer, anonymiseCustomerQueue } from './customers.ts'
import type { PaymentsContext } from './payments-context.ts'
import { purgeEvents, purgeGuardianRequests } from './purge-expired.ts'

export const jobs: Job<PaymentsContext>[] = [
  defineJob({
    ...handleStripeEventQueue,
    clock: 'business',
    run: (context: PaymentsContext, { eventId }) => handleStripeEvent(context, eventId),
  }),
  defineJob({ ...reconcilePaymentsQueue, clock: 'business', isDueWhenClockMoves: true, run: reconcilePayments }),
  defineJob({
    ...reconcileSubscriptionsQueue,
    clock: 'business',
    isDueWhenClockMoves: true,
    async run(context: PaymentsContext, page) {
      const after = await reconcileSubscriptions(context, page)
      if (after) await context.jobs.send(context.db, reconcileSubscriptionsQueue, { after })
    },
  }),
  defineJob({ ...comparePaymentsQueue, clock: 'business', isDueWhenClockMoves: true, run: comparePayments }),
  // Every hour, so that reminders are sent close to 24 hours after the start.
  defineJob({
    name: 'remind-unfinished-payments',
    retryDelay: 60,
    retryLimit: 5,
    cron: '40 * * * *',
    clock: 'business',
    isDueWhenClockMoves: true,
    run: remindUnfinishedPayments,
  }),
  // Every hour, so that each reminder is sent three days before the charge, give or take an hour.
  defineJob({
    name: 'remind-renewals',
    retryDelay: 60,
    retryLimit: 5,
    cron: '20 * * * *',
    clock: 'business',
    isDueWhenClockMoves: true,
    run: remindRenewals,
  }),
  purgeEvents,
  purgeGuardianRequests,
  defineJob({ ...anonymiseCustomerQueue, clock: 'business', run: anonymiseCustomer }),
  defineJob({
    ...endSubscriptionQueue,
    clock: 'business',
    run: (context: PaymentsContext, { subscriptionId }) => endSubscription(context, subscriptionId),
  }),
  defineJob({
    ...carryOutCancellationQueue,
    clock: 'business',
    run: (context: PaymentsContext, cancellation) => carryOutCancellation(context, cancellation),
  }),
  defineJob({
    ...sendRefundQueue,
    clock: 'business',
    run: (context: PaymentsContext, { refundId }) => sendRefund(context, refundId),
  }),
]
