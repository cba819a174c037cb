import { sealSecrets } from '#features/accounts/server/public.ts'
import { sealAddresses } from '#features/bookings/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { defineJob } from '#platform/server/jobs/define-job.ts'
import type { SealResult } from '#platform/server/seal-rows.ts'

/** Runs at night, when no process of an older version is left that cannot read encrypted data. */
export const sealDataJob = defineJob({
  name: 'seal-data',
  retryDelay: 600,
  retryLimit: 5,
  cron: '20 4 * * *',
  clock: 'real',
  run: sealData,
})

/** Encrypts values that are still in plain text or encrypted with an older key. */
export async function sealData(context: Context): Promise<SealResult> {
  const parts = [await sealSecrets(context), await sealAddresses(context)]
  const done = { sealed: sumOf(parts.map(({ sealed }) => sealed)), unknown: sumOf(parts.map(({ unknown }) => unknown)) }
  if (done.sealed > 0) context.log.info(done, 'data was sealed with the first key')
  return done
}

function sumOf(counts: number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}
