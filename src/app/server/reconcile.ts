import type { Comparison, Reconciliation } from '#features/payments/server/public.ts'
import { carryOutCommand, sayRefusal } from './carry-out-command.ts'
import { readConfig } from './config.ts'

// `npm run reconcile`: what the site does by itself every five minutes, every hour and every night, now.

await main().catch(sayRefusal)

async function main() {
  const config = readConfig(process.env)
  const result = await carryOutCommand(config, { command: 'reconcile', arguments: {} })
  const { done, compared } = result as { done: Reconciliation; compared: Comparison }
  process.stdout.write(inWords(done, compared))
  if (done.purchases.failed > 0 || done.events.failed > 0 || done.openAnomalies > 0) process.exitCode = 1
}

function inWords({ events, purchases, openAnomalies }: Reconciliation, compared: Comparison): string {
  const lines = [
    `Open purchases looked at: ${purchases.looked}. Completed: ${purchases.completed}. Cancelled: ${purchases.cancelled}. Failed: ${purchases.failed}.`,
    `Events fetched that had not arrived: ${events.fetched}. Stored events worked again: ${events.worked}. Failed: ${events.failed}.`,
    `Compared with the provider, of the last 7 days: ${compared.payments} payments, ${compared.refunds} refunds, ${compared.disputes} disputes. Not ours: ${compared.foreign}.`,
    openAnomalies === 0
      ? 'Nothing needs a look: the books agree.'
      : `Cases that need a look: ${openAnomalies}. Administrators find them under /api/admin/payment-anomalies.`,
  ]
  return `${lines.join('\n')}\n`
}
