// What the portal shows of payments.
export { RefundsList } from './refunds-list.tsx'
export { SubscriptionPanel } from './subscription-panel.tsx'
export { UnfinishedActions, UnfinishedPayments } from './unfinished-payment-panel.tsx'
export { subscriptionOf } from './use-subscription.ts'
export { WithdrawalPanel } from './withdrawal-panel.tsx'
