import { defineJob } from '#platform/server/jobs/define-job.ts'
import { createDeliverables, createDeliverablesQueue } from './create-deliverables.ts'
import { purgeDeliverables } from './purge-expired.ts'

export const jobs = [
  defineJob({ ...createDeliverablesQueue, clock: 'business', run: (context) => createDeliverables(context) }),
  purgeDeliverables,
]
