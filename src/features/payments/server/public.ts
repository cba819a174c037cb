// What other areas and the start-up may ask of payments.

export { checkKeys, kindOfKeys } from './check-keys.ts'
export { closeOpenPayments } from './close-open-payments.ts'
export { type Comparison, comparePayments } from './compare-payments.ts'
export { letterExamples } from './emails/examples.ts'
export { endSubscription } from './end-subscription.ts'
export { eraseCustomers } from './erase-customers.ts'
export { eraseGuardianRequests } from './erase-guardian-requests.ts'
export { exportGuardianRequests } from './export-guardian-requests.ts'
export { exportPayments } from './export-payments.ts'
export { forgetCustomer } from './forget-customer.ts'
export { forgetEvents } from './forget-events.ts'
export { forgetGuardianRequests } from './forget-guardian-requests.ts'
export { handleStripeEvent } from './handle-stripe-event.ts'
export {
  comparePaymentsJob,
  endSubscriptionJob,
  forgetCustomerJob,
  forgetEventsJob,
  forgetGuardianRequestsJob,
  handleEventJob,
  reconcilePaymentsJob,
  reconcileSubscriptionsJob,
  remindOfPaymentsJob,
  remindOfRenewalsJob,
  sendRefundJob,
} from './jobs.ts'
export { listSaleObstacles } from './list-sale-obstacles.ts'
export { listSubscriptions } from './list-subscriptions.ts'
export { type Reconciliation, reconcilePayments } from './reconcile-payments.ts'
export { reconcileSubscriptions } from './reconcile-subscriptions.ts'
export { remindOfPayments } from './remind-of-payments.ts'
export { remindOfRenewals } from './remind-of-renewals.ts'
export { sendRefund } from './send-refund.ts'
export { checkProvider } from './smoke-gateway.ts'
export { sumPaid } from './store.ts'
export { openStripe, type PaymentProvider } from './stripe-gateway.ts'
export { type PaymentFigures, readPaymentFigures } from './watch-store.ts'
