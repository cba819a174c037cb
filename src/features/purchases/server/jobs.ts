import type { Job } from '#platform/server/jobs.ts'

export const sendPurchaseLetterJob: Job<{ purchaseId: string }> = {
  name: 'send-purchase-letter',
  retryDelay: 5,
  retryLimit: 100,
}

/** In the small hours, when nobody asks for a paper. */
export const forgetDocumentsJob: Job<object> = {
  name: 'forget-documents',
  retryDelay: 600,
  retryLimit: 5,
  cron: '10 4 * * *',
}

export const sendMissingLettersJob: Job<object> = {
  name: 'send-missing-letters',
  retryDelay: 60,
  retryLimit: 3,
  cron: '35 * * * *',
}

/** Often: until then the page says that something is left which nobody can book. */
export const expireSessionsJob: Job<object> = {
  name: 'expire-sessions',
  retryDelay: 20,
  retryLimit: 2,
  cron: '*/5 * * * *',
}
