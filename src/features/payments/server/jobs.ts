import type { Job } from '#platform/server/jobs.ts'

export const handleEventJob: Job<{ eventId: string }> = { name: 'handle-stripe-event', retryDelay: 2, retryLimit: 50 }

export const reconcilePaymentsJob: Job<{ isAtStart?: boolean }> = {
  name: 'reconcile-payments',
  retryDelay: 30,
  retryLimit: 3,
  cron: '*/5 * * * *',
}

/** Apart, since a site with thousands of them asks for longer than the five minutes of what is urgent. */
export const reconcileSubscriptionsJob: Job<{ after?: string }> = {
  name: 'reconcile-subscriptions',
  retryDelay: 60,
  retryLimit: 3,
  cron: '5 * * * *',
}

/** Every hour, so that each charge is announced three days before to the hour. */
export const remindOfRenewalsJob: Job<object> = {
  name: 'remind-of-renewals',
  retryDelay: 60,
  retryLimit: 5,
  cron: '20 * * * *',
}

export const comparePaymentsJob: Job<object> = {
  name: 'compare-payments',
  retryDelay: 600,
  retryLimit: 5,
  cron: '50 4 * * *',
}

/** Every hour, so that nobody is reminded in the middle of their second day. */
export const remindOfPaymentsJob: Job<object> = {
  name: 'remind-of-payments',
  retryDelay: 60,
  retryLimit: 5,
  cron: '40 * * * *',
}

export const forgetEventsJob: Job<object> = {
  name: 'forget-payment-events',
  retryDelay: 600,
  retryLimit: 5,
  cron: '0 4 * * *',
}

export const forgetGuardianRequestsJob: Job<object> = {
  name: 'forget-guardian-requests',
  retryDelay: 600,
  retryLimit: 5,
  cron: '10 4 * * *',
}

export const forgetCustomerJob: Job<{ customerId: string; mode: string }> = {
  name: 'forget-customer',
  retryDelay: 30,
  retryLimit: 100,
}

export const endSubscriptionJob: Job<{ subscriptionId: string }> = {
  name: 'end-subscription',
  retryDelay: 5,
  retryLimit: 100,
}

export const sendRefundJob: Job<{ refundId: string }> = { name: 'send-refund', retryDelay: 5, retryLimit: 100 }
