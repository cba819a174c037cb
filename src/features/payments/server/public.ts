// What other areas and the start-up may ask of payments.
export { forgetEvents } from './forget-events.ts'
export { handleStripeEvent } from './handle-stripe-event.ts'
export { forgetEventsJob, handleEventJob, reconcilePaymentsJob } from './jobs.ts'
export { reconcilePayments } from './reconcile-payments.ts'
export { sumPaid } from './store.ts'
export { openStripe, type PaymentProvider } from './stripe-gateway.ts'
