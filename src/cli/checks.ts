import { type Config, readConfig } from '#app/config/config.ts'
import type { CommandOutcome } from '#app/operator/commands.ts'
import { runCommand } from '#app/operator/run-command.ts'
import { runSmokeTest } from '#features/payments/server/public.ts'
import { CommandRefused } from '#platform/server/operator-errors.ts'
import { addExamples, addJsonOption, type DescribeCommand, printOutcome, type Terminal } from './command.ts'

export const describeAudit: DescribeCommand = (command, terminal) => {
  command.description('The log of what staff and operator did, in which each entry is sealed with the one before.')
  const check = command
    .command('check')
    .summary('compare every entry with its seal')
    .description('Compares every entry of the audit log with its seal: how many there are, or which were changed.')
    .action(async ({ json }: { json?: boolean }) => {
      const outcome = await runCommand(readConfig(terminal.environment), 'check-audit')
      printOutcome(terminal, outcome, { json, inWords: describeAuditOutcome })
    })
  addJsonOption(check)
  addExamples(check, {
    examples: ['audit check', 'audit check --json'],
    needs: 'the settings of the site, which may be running or not. It is done each night anyway.',
  })
}

function describeAuditOutcome({ entries, lastSeal }: CommandOutcome<'check-audit'>): string {
  return `The audit log is whole: ${entries} entries. Its last seal is ${lastSeal || 'not there yet'}.\n`
}

export const describeReconcile: DescribeCommand = (command, terminal) => {
  command
    .description(
      'Does now what the site does by itself every five minutes, every hour and every night: looks at open purchases, fetches events that did not arrive, and compares payments, refunds and disputes with the provider. The exit code is 1 where anything needs a look.',
    )
    .action(async ({ json }: { json?: boolean }) => {
      const outcome = await runCommand(readConfig(terminal.environment), 'reconcile')
      printOutcome(terminal, outcome, { json, inWords: describeReconciliation })
      const { purchases, events, openAnomalies } = outcome.done
      if (purchases.failed + events.failed + openAnomalies + outcome.errorsLogged > 0) terminal.exitWith(1)
    })
  addJsonOption(command)
  addExamples(command, {
    examples: ['reconcile', 'reconcile --json'],
    needs: 'the settings of the site, which may be running or not, and a payment provider that answers.',
  })
}

function describeReconciliation({
  done: { events, purchases, openAnomalies },
  compared,
  errorsLogged,
}: CommandOutcome<'reconcile'>): string {
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

export const describeCheckStripe: DescribeCommand = (command, terminal) => {
  command
    .description(
      'Does the provider do with our test keys what the site will ask of it? Pays, saves a card, refunds and renews in test mode, and says each step. Live keys are refused, because it would charge a card.',
    )
    .action(() => checkStripe(terminal))
  addExamples(command, {
    examples: ['check-stripe'],
    needs: 'the three test keys of the payment provider: docs/operations/payment-keys.md.',
  })
}

async function checkStripe({ environment, print }: Terminal) {
  const printLine = (line: string) => print(`${line}\n`)
  const { secretKey, sandbox } = requireTestKeys(readConfig(environment))
  printLine(`Asking ${sandbox ? `the sandbox at ${sandbox.url}` : 'the payment provider'} with the test key.`)
  printLine('The webhook secret has the right form. That it is the right one shows when the first event arrives.')
  try {
    for await (const line of runSmokeTest({ secretKey, sandbox })) printLine(line)
  } catch (error) {
    throw new CommandRefused(`This step failed: ${error instanceof Error ? error.message : String(error)}`)
  }
  printLine('Everything that the site asks of the provider works.')
}

/** @throws CommandRefused for live keys, which would move money, and for missing keys */
function requireTestKeys({ payments }: Config) {
  if (!('keys' in payments)) {
    throw new CommandRefused(
      'Set the three test keys of the payment provider first: without them there is nothing to check.',
    )
  }
  if (payments.keys.secretKey.includes('_live_')) {
    throw new CommandRefused('These are live keys: the check would charge a card. Set test keys for it.')
  }
  const sandbox = payments.mode === 'sandbox' ? { url: payments.url, publicUrl: payments.publicUrl } : undefined
  return { secretKey: payments.keys.secretKey, sandbox }
}
