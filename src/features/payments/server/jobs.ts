import type { Job } from '#platform/server/jobs.ts'

export const handleEventJob: Job<{ eventId: string }> = { name: 'handle-stripe-event', retryDelay: 2, retryLimit: 50 }

export const reconcilePaymentsJob: Job<{ isAtStart?: boolean }> = {
  name: 'reconcile-payments',
  retryDelay: 30,
  retryLimit: 3,
  cron: '*/5 * * * *',
}

export const comparePaymentsJob: Job<object> = {
  name: 'compare-payments',
  retryDelay: 600,
  retryLimit: 5,
  cron: '50 4 * * *',
}

export const forgetEventsJob: Job<object> = {
  name: 'forget-payment-events',
  retryDelay: 600,
  retryLimit: 5,
  cron: '0 4 * * *',
}

export const forgetCustomerJob: Job<{ customerId: string; mode: string }> = {
  name: 'forget-customer',
  retryDelay: 30,
  retryLimit: 100,
}
