import { parseArgs } from 'node:util'
import { CommandRefused } from '#platform/server/command-refused.ts'
import { carryOutCommand, sayRefusal } from './carry-out-command.ts'
import { readConfig } from './config.ts'
import { type CommandCall, prepareOperatorCommand } from './operator-commands.ts'

// `npm run admin`: what only the operator may do to accounts.

const help = `npm run admin -- create <email> [--role administrator|consultant] [--first-name <name>] [--last-name <name>]
  Makes an account of staff (an administrator, unless --role says consultant) and prints a link, once, with which
  its owner sets a password.

npm run admin -- reset <email> [--second-factor]
  Takes password, sessions and links from an account, of staff or member, and prints a link for a new password.
  With --second-factor also authenticator app, recovery codes and passkeys.

The link works for 24 hours and once. The site may be running or not.
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

type AccountCall = CommandCall & { command: 'create-account' | 'reset-account' }

type Outcome = { url: string; expiresAt: string | Date; hadSecondFactor?: boolean }

function inWords({ command }: AccountCall, { url, expiresAt, hadSecondFactor }: Outcome): string {
  const until = new Date(expiresAt).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short' })
  const done = {
    'create-account': 'The account is made. Nobody can enter it before its owner has set a password.',
    'reset-account': 'The account is reset. Its password works no longer, and every session has ended.',
  }[command]
  return `${[
    done,
    ...(hadSecondFactor ? ['Its second factor is removed.'] : []),
    `This link sets a new password, until ${until} and once. It is shown only now: give it to the owner alone.`,
    '',
    url,
  ].join('\n')}\n`
}

function readCall(given: string[]): AccountCall | 'help' {
  const { values, positionals } = readArguments(given)
  if (values.help) return 'help'
  const [name, email, ...rest] = positionals
  if (name === undefined) throw new CommandRefused(`Say what to do: create or reset. ${seeHelp}.`)
  if (name !== 'create' && name !== 'reset') throw new CommandRefused(`There is no command "${name}". ${seeHelp}.`)
  if (!email) throw new CommandRefused(`Say whose account, by an e-mail address. ${seeHelp}.`)
  if (rest.length > 0) throw new CommandRefused(`One account at a time: "${rest[0]}" is too much. ${seeHelp}.`)
  return name === 'create' ? createCall(email, values) : resetCall(email, values)
}

function createCall(email: string, values: Values): AccountCall {
  if (values['second-factor']) throw new CommandRefused(`--second-factor belongs to reset. ${seeHelp}.`)
  const { role = 'administrator', 'first-name': firstName = 'New' } = values
  const lastName = values['last-name'] ?? (role === 'consultant' ? 'Consultant' : 'Administrator')
  return { command: 'create-account', arguments: { email, role, firstName, lastName } }
}

function resetCall(email: string, values: Values): AccountCall {
  const strange = (['role', 'first-name', 'last-name'] as const).find((name) => values[name] !== undefined)
  if (strange) throw new CommandRefused(`--${strange} belongs to create. ${seeHelp}.`)
  return { command: 'reset-account', arguments: { email, secondFactor: values['second-factor'] ?? false } }
}

type Values = ReturnType<typeof readArguments>['values']

function readArguments(given: string[]) {
  try {
    return parseArgs({
      args: given,
      allowPositionals: true,
      options: {
        role: { type: 'string' },
        'first-name': { type: 'string' },
        'last-name': { type: 'string' },
        'second-factor': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    // The first sentence names the mistake; the others talk of what the program could allow.
    const [mistake] = (error instanceof Error ? error.message : String(error)).split(/[.\n]/)
    throw new CommandRefused(`${mistake}. ${seeHelp}.`)
  }
}
