import { openStripe, type PaymentProvider } from '#features/payments/server/public.ts'
import type { Log } from '#platform/server/log.ts'
import { type BusinessClock, openBusinessClock } from './business-clock.ts'
import type { Config } from './config.ts'
import { openSandbox, type RunningSandbox } from './sandbox-provider.ts'

export type OpenProvider = {
  provider: PaymentProvider
  /** Undefined where the provider is the real one. */
  sandbox: RunningSandbox | undefined
  clock: BusinessClock
  close: () => Promise<void>
}

/** Who takes the money, by the configuration, and by which clock. */
export async function openProvider(config: Config, log: Log): Promise<OpenProvider> {
  const sandbox = await openSandbox(config)
  const keys = sandbox?.keys ?? (config.payments.mode === 'stripe' ? config.payments.keys : undefined)
  if (!keys) throw new Error('Neither a sandbox nor keys of the payment provider')
  const clock = await openBusinessClock(sandbox?.clock, log)
  const close = async () => {
    await clock.close()
    await sandbox?.close()
  }
  return { provider: openStripe({ ...keys, sandbox, log }), sandbox, clock, close }
}
