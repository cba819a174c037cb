export { UnfinishedPaymentActions, UnfinishedPaymentPanel } from '../checkout/web/unfinished-payment-panel.tsx'
export { RefundsList } from '../refunds/web/refunds-list.tsx'
export { fetchSubscriptions, findShownSubscription, SubscriptionPanel } from '../subscriptions/web/queries.ts'
export { CancelPanel } from './cancel-panel.tsx'
