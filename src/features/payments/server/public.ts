// What other areas and the start-up may ask of payments.
export { closeOpenPayments } from './close-open-payments.ts'
export { eraseCustomers } from './erase-customers.ts'
export { exportPayments } from './export-payments.ts'
export { forgetCustomer } from './forget-customer.ts'
export { forgetEvents } from './forget-events.ts'
export { handleStripeEvent } from './handle-stripe-event.ts'
export {
  forgetCustomerJob,
  forgetEventsJob,
  handleEventJob,
  reconcilePaymentsJob,
  remindOfPaymentsJob,
  remindOfRenewalsJob,
  sendRefundJob,
} from './jobs.ts'
export { reconcilePayments } from './reconcile-payments.ts'
export { remindOfPayments } from './remind-of-payments.ts'
export { remindOfRenewals } from './remind-of-renewals.ts'
export { sendRefund } from './send-refund.ts'
export { sumPaid } from './store.ts'
export { openStripe, type PaymentProvider } from './stripe-gateway.ts'
