export { listSaleBlockers } from '../checkout/server/sale-blockers.ts'
export { listOpenConsents } from '../guardians/server/find-guardian-consent.ts'
export { comparePayments, comparePaymentsQueue } from '../reconciliation/server/compare-payments.ts'
export { reconcilePayments, reconcilePaymentsQueue } from '../reconciliation/server/reconcile-payments.ts'
export {
  reconcileSubscriptions,
  reconcileSubscriptionsQueue,
} from '../reconciliation/server/reconcile-subscriptions.ts'
export { getPaymentMetrics, type PaymentMetrics } from '../reconciliation/server/store.ts'
export { checkKeys, toKeyKind } from '../stripe/server/check-keys.ts'
export { runSmokeTest } from '../stripe/server/smoke-test.ts'
export { openStripeGateway, type PaymentProvider } from '../stripe/server/stripe-gateway.ts'
export { listSubscriptions } from '../subscriptions/server/member-subscriptions.ts'
export { emailPreviews } from './email-previews.ts'
export { jobs } from './jobs.ts'
export { personalData } from './personal-data.ts'
export { sumPaid } from './store.ts'
