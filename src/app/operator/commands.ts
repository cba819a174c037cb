import { z } from 'zod'
import { AccountReset, createStaffAccount, NewStaffAccount, resetAccount } from '#features/accounts/server/public.ts'
import {
  comparePayments,
  type PaymentProvider,
  reconcilePayments,
  reconcileSubscriptions,
} from '#features/payments/server/public.ts'
import type { PaymentMode } from '#features/purchases/contract.ts'
import { NewExchangeRate } from '#features/purchases/exchange-rates/contract.ts'
import { ArchiveOrder, saveArchive, setExchangeRate } from '#features/purchases/server/public.ts'
import { checkSeals } from '#platform/server/audit/check-seals.ts'
import type { Context } from '#platform/server/context.ts'
import { MoveFilesRequest, moveFiles } from '#platform/server/files/move-files.ts'
import type { Log } from '#platform/server/log.ts'
import { CommandRefused } from '#platform/server/operator-errors.ts'
import { Refused } from '#platform/shared/refused.ts'
import { BackupRequest, type BackupResult } from '../backup/create-backup.ts'
import { sealData } from '../server/seal-data.ts'

/** A command as it is sent to the process that runs it. */
export const CommandCall = z.strictObject({ command: z.string().max(100), arguments: z.unknown() })
export type CommandCall = { command: OperatorCommand; arguments: unknown }

export type OperatorCommand = keyof typeof commands

/** A command's outcome, which arrives as JSON if the running site has run it. */
export type CommandOutcome<Name extends OperatorCommand> = OrJson<
  Awaited<ReturnType<ReturnType<(typeof commands)[Name]>>>
>

type OrJson<Value> = Value extends Date
  ? Date | string
  : Value extends object
    ? { [Key in keyof Value]: OrJson<Value[Key]> }
    : Value

/** `now` is real time. Commands about money call `openPayments` to get the provider and the business clock. */
export type OperatorContext = Context & {
  paymentMode: PaymentMode
  openPayments: () => Promise<{ provider: PaymentProvider; now: () => Date }>
  makeBackup: (request: BackupRequest) => Promise<BackupResult>
}

/** All commands that the operator may run from a terminal on this machine. */
const commands = {
  reconcile: command(z.strictObject({}), reconcile),
  'create-account': command(NewStaffAccount, createStaffAccount),
  'reset-account': command(AccountReset, resetAccount),
  'set-exchange-rate': command(NewExchangeRate, setExchangeRate),
  'save-archive': command(ArchiveOrder, saveArchive),
  'check-audit': command(z.strictObject({}), checkAudit),
  'move-files': command(MoveFilesRequest, moveFiles),
  'seal-data': command(z.strictObject({}), sealData),
  'create-backup': command(BackupRequest, ({ makeBackup }, request) => makeBackup(request)),
}

async function checkAudit({ db, now }: OperatorContext) {
  const { broken, ...seals } = await checkSeals(db, now())
  if (broken.length === 0) return seals
  const faults = broken.map(
    ({ kind, position, entryId }) => `entry ${position} ${kind}${entryId ? ` (${entryId})` : ''}`,
  )
  throw new CommandRefused(
    `The audit log was changed outside the site: ${faults.join(', ')}. See docs/operations/failures.md.`,
  )
}

async function reconcile(context: OperatorContext) {
  const { log, errorsLogged } = countErrors(context.log)
  const paymentContext = { ...context, log, ...(await context.openPayments()) }
  const reconciliation = await reconcilePayments(paymentContext)
  if (!reconciliation) throw new CommandRefused('The site is already reconciling. Try again in a few minutes.')
  for (let after = await reconcileSubscriptions(paymentContext); after; )
    after = await reconcileSubscriptions(paymentContext, { after })
  const compared = await comparePayments(paymentContext)
  return { done: reconciliation, compared, errorsLogged: errorsLogged() }
}

/** A failed step only appears in the log and does not stop the run, so the operator is shown the number of errors. */
function countErrors(log: Log) {
  let errors = 0
  const counting: Log = {
    info: log.info.bind(log),
    warn: log.warn.bind(log),
    error: (...logArguments: unknown[]) => {
      errors += 1
      Reflect.apply(log.error, log, logArguments)
    },
  }
  return { log: counting, errorsLogged: () => errors }
}

/**
 * Runs a command in this process.
 * @returns the output, ready for JSON
 * @throws CommandRefused with a message for the operator
 */
export async function runOperatorCommand(
  context: OperatorContext,
  call: z.infer<typeof CommandCall>,
): Promise<unknown> {
  try {
    return await prepareOperatorCommand(call)(context)
  } catch (error) {
    if (error instanceof Refused && error.reason === 'provider-unavailable') {
      throw new CommandRefused('We can’t reach the payment provider. The log has details. Try again in a minute.')
    }
    if (error instanceof Refused) throw new CommandRefused('The site is busy with logins. Try again in a few seconds.')
    throw error
  }
}

/** Validates a command before anything is opened for it. @throws CommandRefused if it is invalid */
export function prepareOperatorCommand(
  call: z.infer<typeof CommandCall>,
): (context: OperatorContext) => Promise<unknown> {
  if (!isCommand(call.command)) {
    throw new CommandRefused(
      'The running site doesn’t recognise this command. Restart it so that both use the same version.',
    )
  }
  return commands[call.command](call.arguments)
}

function command<Arguments extends z.ZodType, Result>(
  schema: Arguments,
  run: (context: OperatorContext, parameters: z.infer<Arguments>) => Promise<Result>,
) {
  return (parameters: unknown) => {
    const parsed = schema.safeParse(parameters)
    if (!parsed.success) throw new CommandRefused(`${parsed.error.issues[0]?.message ?? 'The command isn’t valid'}.`)
    return (context: OperatorContext) => run(context, parsed.data)
  }
}

function isCommand(name: string): name is OperatorCommand {
  return Object.hasOwn(commands, name)
}
