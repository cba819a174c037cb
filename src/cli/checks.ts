import { type Config, readConfig } from '#app/config/config.ts'
import type { CommandOutcome } from '#app/operator/commands.ts'
import { runCommand } from '#app/operator/run-command.ts'
import { runSmokeTest } from '#features/payments/server/public.ts'
import { CommandRefused } from '#platform/server/operator-errors.ts'
import { addExamples, addJsonOption, type DescribeCommand, printOutcome, type Terminal } from './command.ts'

export const describeAudit: DescribeCommand = (command, terminal) => {
  command.description(
    'The log of what staff and the operator did. Each entry has a seal that depends on the entry before it.',
  )
  const check = command
    .command('check')
    .summary('compare every entry with its seal')
    .description(
      'Compares every entry in the audit log with its seal, and says how many there are or which have been changed.',
    )
    .action(async ({ json }: { json?: boolean }) => {
      const outcome = await runCommand(readConfig(terminal.environment), 'check-audit')
      printOutcome(terminal, outcome, { json, inWords: describeAuditOutcome })
    })
  addJsonOption(check)
  addExamples(check, {
    examples: ['audit check', 'audit check --json'],
    needs: 'the site’s settings. The site can be running or stopped, and makes the same check every night.',
  })
}

function describeAuditOutcome({ entries, lastSeal }: CommandOutcome<'check-audit'>): string {
  return `The audit log is intact: ${entries} entries. ${lastSeal ? `Its last seal is ${lastSeal}.` : 'It has no seal yet.'}\n`
}

export const describeReconcile: DescribeCommand = (command, terminal) => {
  command
    .description(
      'Does now what the site does automatically every five minutes, every hour and every night: checks open purchases, fetches events that didn’t arrive, and compares payments, refunds and disputes with the provider. The exit code is 1 if anything needs checking.',
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
    needs: 'the site’s settings and a payment provider that responds. The site can be running or stopped.',
  })
}

function describeReconciliation({
  done: { events, purchases, openAnomalies },
  compared,
  errorsLogged,
}: CommandOutcome<'reconcile'>): string {
  const lines = [
    `Open purchases checked: ${purchases.looked}. Completed: ${purchases.completed}. Cancelled: ${purchases.cancelled}. Failed: ${purchases.failed}.`,
    `Missing events fetched: ${events.fetched}. Stored events processed again: ${events.worked}. Failed: ${events.failed}.`,
    `Compared with the provider for the last 7 days: ${compared.payments} payments, ${compared.refunds} refunds, ${compared.disputes} disputes. Not ours: ${compared.foreign}.`,
    ...(errorsLogged > 0 ? [`Errors in the log: ${errorsLogged}. The site will retry what failed.`] : []),
    ...(openAnomalies > 0
      ? [`Cases to check: ${openAnomalies}. Administrators can see them at /admin/anomalies.`]
      : []),
    ...(openAnomalies + errorsLogged === 0 ? ['Everything matches. There’s nothing to check.'] : []),
  ]
  return `${lines.join('\n')}\n`
}

export const describeCheckStripe: DescribeCommand = (command, terminal) => {
  command
    .description(
      'Checks that the payment provider does everything the site needs, using test keys. It makes a payment, saves a card, makes a refund and renews a subscription in test mode, and prints each step. It refuses live keys, because it would charge a card.',
    )
    .action(() => checkStripe(terminal))
  addExamples(command, {
    examples: ['check-stripe'],
    needs: 'the payment provider’s three test keys: docs/operations/payment-keys.md.',
  })
}

async function checkStripe({ environment, print }: Terminal) {
  const printLine = (line: string) => print(`${line}\n`)
  const { secretKey, sandbox } = requireTestKeys(readConfig(environment))
  printLine(`Contacting ${sandbox ? `the sandbox at ${sandbox.url}` : 'the payment provider'} with the test key.`)
  printLine('The webhook secret has the right format. You’ll know it’s the right one when the first event arrives.')
  try {
    for await (const line of runSmokeTest({ secretKey, sandbox })) printLine(line)
  } catch (error) {
    throw new CommandRefused(`This step failed: ${error instanceof Error ? error.message : String(error)}`)
  }
  printLine('Everything the site needs from the provider works.')
}

/**
 * @throws CommandRefused if the keys are missing, or if they are live, because a check with live keys would move money
 */
function requireTestKeys({ payments }: Config) {
  if (!('keys' in payments)) {
    throw new CommandRefused('Set the payment provider’s three test keys first. Without them there’s nothing to check.')
  }
  if (payments.keys.secretKey.includes('_live_')) {
    throw new CommandRefused('These are live keys, so the check would charge a card. Set test keys instead.')
  }
  const sandbox = payments.mode === 'sandbox' ? { url: payments.url, publicUrl: payments.publicUrl } : undefined
  return { secretKey: payments.keys.secretKey, sandbox }
}
