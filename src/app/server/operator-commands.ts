import { z } from 'zod'
import { AccountReset, createStaffAccount, NewStaffAccount, resetAccount } from '#features/accounts/server/public.ts'
import {
  comparePayments,
  type PaymentProvider,
  reconcilePayments,
  reconcileSubscriptions,
} from '#features/payments/server/public.ts'
import { NewExchangeRate } from '#features/purchases/contract/exchange-rate.ts'
import type { PaymentMode } from '#features/purchases/contract.ts'
import { ArchiveOrder, saveArchive, setExchangeRate } from '#features/purchases/server/public.ts'
import { CommandRefused } from '#platform/server/command-refused.ts'
import type { Context } from '#platform/server/context.ts'
import type { Log } from '#platform/server/log.ts'
import { Refused } from '#platform/shared/refused.ts'
import { type BackupDone, BackupOrder } from './recovery/back-up.ts'
import { MoveOrder, relocateFiles } from './relocate-files.ts'

/** A command as it travels to the process that carries it out. */
export const CommandCall = z.strictObject({ command: z.string().max(100), arguments: z.unknown() })
export type CommandCall = { command: OperatorCommand; arguments: unknown }

export type OperatorCommand = keyof typeof commands

/** Real time; what is about money asks for its provider and the clock of the business. */
export type OperatorContext = Context & {
  paymentMode: PaymentMode
  openPayments: () => Promise<{ provider: PaymentProvider; now: () => Date }>
  makeBackup: (order: BackupOrder) => Promise<BackupDone>
}

/** Everything that the operator may ask for, from a terminal on the machine itself. */
const commands = {
  reconcile: command(z.strictObject({}), reconcile),
  'create-account': command(NewStaffAccount, createStaffAccount),
  'reset-account': command(AccountReset, resetAccount),
  'set-exchange-rate': command(NewExchangeRate, setExchangeRate),
  'save-archive': command(ArchiveOrder, saveArchive),
  'move-files': command(MoveOrder, relocateFiles),
  'make-backup': command(BackupOrder, ({ makeBackup }, order) => makeBackup(order)),
}

async function reconcile(context: OperatorContext) {
  const { log, errorsLogged } = countErrors(context.log)
  const money = { ...context, log, ...(await context.openPayments()) }
  const done = await reconcilePayments(money)
  if (!done) throw new CommandRefused('The site is reconciling at this moment. Try again in a few minutes.')
  for (let after = await reconcileSubscriptions(money); after; ) after = await reconcileSubscriptions(money, { after })
  const compared = await comparePayments(money)
  return { done, compared, errorsLogged: errorsLogged() }
}

/** What fails keeps the rest of a run from nothing, and stands in the log alone: whoever asked for the run hears of it. */
function countErrors(log: Log) {
  let errors = 0
  const counting: Log = {
    info: log.info.bind(log),
    warn: log.warn.bind(log),
    error: (...line: unknown[]) => {
      errors += 1
      Reflect.apply(log.error, log, line)
    },
  }
  return { log: counting, errorsLogged: () => errors }
}

/**
 * Carries out a command in this process.
 * @returns what is printed, ready for JSON
 * @throws CommandRefused with a sentence for the operator
 */
export async function runOperatorCommand(
  context: OperatorContext,
  call: z.infer<typeof CommandCall>,
): Promise<unknown> {
  try {
    return await prepareOperatorCommand(call)(context)
  } catch (error) {
    if (error instanceof Refused && error.reason === 'provider-away') {
      throw new CommandRefused('The payment provider cannot be reached. The log says more. Try again in a minute.')
    }
    if (error instanceof Refused) throw new CommandRefused('The site is busy with logins. Try again in a few seconds.')
    throw error
  }
}

/** Looks at a command before anything is opened for it. @throws CommandRefused where it is wrong */
export function prepareOperatorCommand(
  call: z.infer<typeof CommandCall>,
): (context: OperatorContext) => Promise<unknown> {
  if (!isCommand(call.command)) {
    throw new CommandRefused(
      'The running site does not know this command. Restart it, so that both are of one version.',
    )
  }
  return commands[call.command](call.arguments)
}

function command<Arguments extends z.ZodType, Result>(
  schema: Arguments,
  run: (context: OperatorContext, given: z.infer<Arguments>) => Promise<Result>,
) {
  return (given: unknown) => {
    const parsed = schema.safeParse(given)
    if (!parsed.success) throw new CommandRefused(`${parsed.error.issues[0]?.message ?? 'The command is wrong'}.`)
    return (context: OperatorContext) => run(context, parsed.data)
  }
}

function isCommand(name: string): name is OperatorCommand {
  return Object.hasOwn(commands, name)
}
