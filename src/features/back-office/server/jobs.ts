import type { PaymentMode } from '#features/purchases/contract.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { defineJob } from '#platform/server/jobs/define-job.ts'
import { checkAuditLog } from '../audit/server/check-audit-log.ts'
import { refreshCachedMetrics } from '../metrics/server/compute-metrics.ts'

type MetricsContext = Context & { slowQueries: Db; provider: { mode: PaymentMode } }

export const jobs = [
  // Runs after the other nightly jobs.
  defineJob({
    name: 'check-audit-log',
    retryDelay: 600,
    retryLimit: 5,
    cron: '50 3 * * *',
    clock: 'real',
    run: checkAuditLog,
  }),
  // Not retried, because the next run follows within five minutes.
  defineJob({
    name: 'refresh-cached-metrics',
    retryDelay: 60,
    retryLimit: 0,
    cron: '*/5 * * * *',
    clock: 'business',
    run: ({ now, slowQueries, provider }: MetricsContext) =>
      refreshCachedMetrics({ db: slowQueries, now }, provider.mode),
  }),
]
