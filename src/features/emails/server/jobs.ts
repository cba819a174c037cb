import type { Context } from '#platform/server/context.ts'
import { sendEmailQueue } from '#platform/server/email/queue-email.ts'
import type { EmailTransport } from '#platform/server/email/transport.ts'
import { defineJob } from '#platform/server/jobs/define-job.ts'
import { deliverIfWanted } from './deliver-if-wanted.ts'
import { sendNewsletterBatch, sendNewsletterBatchQueue } from './send-newsletter.ts'

export const jobs = [
  defineJob({
    ...sendEmailQueue,
    clock: 'real',
    run: (context: Context & { mail: EmailTransport }, delivery) => deliverIfWanted(context, context.mail, delivery),
  }),
  defineJob({ ...sendNewsletterBatchQueue, clock: 'real', run: sendNewsletterBatch }),
]
