import { sealSecrets } from '#features/accounts/server/public.ts'
import { sealAddresses } from '#features/bookings/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { defineJob } from '#platform/server/jobs/define-job.ts'
import type { SealResult } from '#platform/server/seal-rows.ts'

/** Runs at night, when no process of an older version, which could not read encrypted data, is still running. */
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
  const secrets = await sealSecrets(context)
  const addresses = await sealAddresses(context)
  const total = { sealed: secrets.sealed + addresses.sealed, unknown: secrets.unknown + addresses.unknown }
  if (total.sealed > 0) context.log.info(total, 'data was sealed with the first key')
  return total
}
