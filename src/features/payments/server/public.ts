// What other areas and the start-up may ask of payments.
export { closeOpenPayments } from './close-open-payments.ts'
export { eraseCustomers } from './erase-customers.ts'
export { eraseGuardianRequests } from './erase-guardian-requests.ts'
export { exportGuardianRequests } from './export-guardian-requests.ts'
export { exportPayments } from './export-payments.ts'
export { forgetCustomer } from './forget-customer.ts'
export { forgetEvents } from './forget-events.ts'
export { forgetGuardianRequests } from './forget-guardian-requests.ts'
export { handleStripeEvent } from './handle-stripe-event.ts'
export {
  forgetCustomerJob,
  forgetEventsJob,
  forgetGuardianRequestsJob,
  handleEventJob,
  reconcilePaymentsJob,
} from './jobs.ts'
export { reconcilePayments } from './reconcile-payments.ts'
export { sumPaid } from './store.ts'
export { openStripe, type PaymentProvider } from './stripe-gateway.ts'
