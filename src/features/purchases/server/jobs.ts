import type { Job } from '#platform/server/jobs.ts'

export const sendPurchaseLetterJob: Job<{ purchaseId: string }> = {
  name: 'send-purchase-letter',
  retryDelay: 5,
  retryLimit: 100,
}

export const sendMissingLettersJob: Job<object> = {
  name: 'send-missing-letters',
  retryDelay: 60,
  retryLimit: 3,
  cron: '35 * * * *',
}
