import type { Comparison, Reconciliation } from '#features/payments/server/public.ts'
import { carryOutCommand, sayRefusal } from './carry-out-command.ts'
import { readConfig } from './config.ts'

// `npm run reconcile`: what the site does by itself every five minutes, every hour and every night, now.

await main().catch(sayRefusal)

async function main() {
  const config = readConfig(process.env)
  const run = (await carryOutCommand(config, { command: 'reconcile', arguments: {} })) as Run
  process.stdout.write(inWords(run))
  if (run.done.purchases.failed + run.done.events.failed + run.done.openAnomalies + run.errorsLogged > 0) {
    process.exitCode = 1
  }
}

type Run = { done: Reconciliation; compared: Comparison; errorsLogged: number }

function inWords({ done: { events, purchases, openAnomalies }, compared, errorsLogged }: Run): string {
  const lines = [
    `Open purchases looked at: ${purchases.looked}. Completed: ${purchases.completed}. Cancelled: ${purchases.cancelled}. Failed: ${purchases.failed}.`,
    `Events fetched that had not arrived: ${events.fetched}. Stored events worked again: ${events.worked}. Failed: ${events.failed}.`,
    `Compared with the provider, of the last 7 days: ${compared.payments} payments, ${compared.refunds} refunds, ${compared.disputes} disputes. Not ours: ${compared.foreign}.`,
    ...(errorsLogged > 0 ? [`Errors in the log: ${errorsLogged}. What failed is tried again by itself.`] : []),
    ...(openAnomalies > 0
      ? [`Cases that need a look: ${openAnomalies}. Administrators find them under /api/admin/payment-anomalies.`]
      : []),
    ...(openAnomalies + errorsLogged === 0 ? ['Nothing needs a look: the books agree.'] : []),
  ]
  return `${lines.join('\n')}\n`
}
