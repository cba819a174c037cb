// What the portal shows of payments.
export { fetchSubscriptions, SubscriptionPanel } from './late-subscription-panel.tsx'
export { RefundsList } from './refunds-list.tsx'
export { UnfinishedActions, UnfinishedPayments } from './unfinished-payment-panel.tsx'
export { subscriptionOf } from './use-subscription.ts'
export { WithdrawalPanel } from './withdrawal-panel.tsx'
