import type { Job } from '#platform/server/jobs.ts'

export const confirmPurchaseJob: Job<{ purchaseId: string }> = {
  name: 'confirm-purchase',
  retryDelay: 5,
  retryLimit: 100,
}
