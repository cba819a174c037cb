import { resolve } from 'node:path'
import { CommandRefused } from '#platform/server/command-refused.ts'
import { carryOutCommand, sayRefusal } from './carry-out-command.ts'
import { readConfig } from './config.ts'
import { type CommandCall, type OperatorCommand, prepareOperatorCommand } from './operator-commands.ts'
import { readWords } from './read-words.ts'

// `npm run admin`: what only the operator may do.

const help = `npm run admin -- create <email> [--role administrator|consultant] [--first-name <name>] [--last-name <name>]
  Makes an account of staff (an administrator, unless --role says consultant) and prints a link, once, with which
  its owner sets a password.

npm run admin -- reset <email> [--second-factor]
  Takes password, sessions and links from an account, of staff or member, and prints a link for a new password.
  With --second-factor also authenticator app, recovery codes and passkeys.

Their link works for 24 hours and once.

npm run admin -- rate USD <first day> <rate> <source>
  Sets how many dollars a pound buys from a day on: npm run admin -- rate USD 2026-11-01 1.31 "HMRC monthly rate".
  Invoices in dollars say their tax in sterling by it. Invoices that are issued stay as they are.

npm run admin -- archive <first day> <last day> <file.zip>
  Writes every invoice and credit note of these days, with tables of their figures, for the accountant.

The site may be running or not.
`

const seeHelp = 'See npm run admin -- --help'

await main().catch(sayRefusal)

async function main() {
  const call = readCall(process.argv.slice(2))
  if (call === 'help') {
    process.stdout.write(help)
    return
  }
  prepareOperatorCommand(call)
  const config = readConfig(process.env)
  const result = await carryOutCommand(config, call)
  process.stdout.write(inWords(call, result as Outcome))
}

/** What this program asks for; reconciling, backups and moving files have programs of their own. */
type AdminCommand = Exclude<OperatorCommand, 'reconcile' | 'make-backup' | 'move-files'>
type AdminCall = CommandCall & { command: AdminCommand }

type AccountOutcome = { url: string; expiresAt: string | Date; hadSecondFactor?: boolean }
type Outcome = AccountOutcome & {
  currency: string
  validFrom: string
  unitsPerPound: string
  source: string
  file: string
  papers: number
}

function inWords({ command }: AdminCall, outcome: Outcome): string {
  const words = {
    'create-account': () =>
      linkInWords('The account is made. Nobody can enter it before its owner has set a password.', outcome),
    'reset-account': () =>
      linkInWords('The account is reset. Its password works no longer, and every session has ended.', outcome),
    'set-exchange-rate': () =>
      `From ${outcome.validFrom} a pound is ${outcome.unitsPerPound} ${outcome.currency} (${outcome.source}).\n`,
    'save-archive': () => `${outcome.papers} papers and the tables of their figures are in ${outcome.file}.\n`,
  } satisfies Record<AdminCommand, () => string>
  return words[command]()
}

function linkInWords(done: string, { url, expiresAt, hadSecondFactor }: AccountOutcome): string {
  const until = new Date(expiresAt).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short' })
  return `${[
    done,
    ...(hadSecondFactor ? ['Its second factor is removed.'] : []),
    `This link sets a new password, until ${until} and once. It is shown only now: give it to the owner alone.`,
    '',
    url,
  ].join('\n')}\n`
}

function readCall(given: string[]): AdminCall | 'help' {
  const { values, positionals } = readArguments(given)
  if (values.help) return 'help'
  const [name, ...rest] = positionals
  if (name === 'create' || name === 'reset') return accountCall(name, rest, values)
  if (name === 'rate') return rateCall(rest, values)
  if (name === 'archive') return archiveCall(rest, values)
  if (name === undefined) throw new CommandRefused(`Say what to do: create, reset, rate or archive. ${seeHelp}.`)
  throw new CommandRefused(`There is no command "${name}". ${seeHelp}.`)
}

function accountCall(name: 'create' | 'reset', [email, ...rest]: string[], values: Values): AdminCall {
  if (!email) throw new CommandRefused(`Say whose account, by an e-mail address. ${seeHelp}.`)
  if (rest.length > 0) throw new CommandRefused(`One account at a time: "${rest[0]}" is too much. ${seeHelp}.`)
  return name === 'create' ? createCall(email, values) : resetCall(email, values)
}

function rateCall(words: string[], values: Values): AdminCall {
  refuseOptions(values)
  const [currency, validFrom, unitsPerPound, source, ...rest] = words
  if (source === undefined || rest.length > 0) {
    throw new CommandRefused(`Say currency, first day, rate and source, the source in quotation marks. ${seeHelp}.`)
  }
  return { command: 'set-exchange-rate', arguments: { currency, validFrom, unitsPerPound, source } }
}

function archiveCall(words: string[], values: Values): AdminCall {
  refuseOptions(values)
  const [from, until, file, ...rest] = words
  if (!file || rest.length > 0) throw new CommandRefused(`Say first day, last day and file. ${seeHelp}.`)
  // The site that writes it may have been started in another folder.
  return { command: 'save-archive', arguments: { from, until, file: resolve(file) } }
}

function refuseOptions(values: Values) {
  const [strange] = Object.keys(values)
  if (strange) throw new CommandRefused(`--${strange} belongs to accounts. ${seeHelp}.`)
}

function createCall(email: string, values: Values): AdminCall {
  if (values['second-factor']) throw new CommandRefused(`--second-factor belongs to reset. ${seeHelp}.`)
  const { role = 'administrator', 'first-name': firstName = 'New' } = values
  const lastName = values['last-name'] ?? (role === 'consultant' ? 'Consultant' : 'Administrator')
  return { command: 'create-account', arguments: { email, role, firstName, lastName } }
}

function resetCall(email: string, values: Values): AdminCall {
  const strange = (['role', 'first-name', 'last-name'] as const).find((name) => values[name] !== undefined)
  if (strange) throw new CommandRefused(`--${strange} belongs to create. ${seeHelp}.`)
  return { command: 'reset-account', arguments: { email, secondFactor: values['second-factor'] ?? false } }
}

type Values = ReturnType<typeof readArguments>['values']

function readArguments(given: string[]) {
  return readWords(given, {
    command: 'npm run admin',
    options: {
      role: { type: 'string' },
      'first-name': { type: 'string' },
      'last-name': { type: 'string' },
      'second-factor': { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
}
