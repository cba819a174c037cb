import { readConfig } from '#app/config/config.ts'
import { runCommand } from '#app/operator/run-command.ts'
import { addExamples, addJsonOption, type DescribeCommand, printOutcome } from './command.ts'

type CreateOptions = { role: string; firstName: string; lastName?: string; json?: boolean }
type ResetOptions = { secondFactor: boolean; json?: boolean }
type AccountLink = { url: string; expiresAt: string | Date; hadSecondFactor?: boolean }

const needs = 'the settings of the site, which may be running or not.'

export const describeAccount: DescribeCommand = (command, terminal) => {
  command.description('What only the operator may do with accounts, from a terminal of the machine itself.')
  const create = command
    .command('create')
    .summary('create an account of staff')
    .description(
      'Creates an account of staff and prints a link, once, with which its owner sets a password. The link works for 24 hours and once.',
    )
    .argument('<email>', 'the address of its owner')
    .option('--role <role>', 'administrator or consultant', 'administrator')
    .option('--first-name <name>', 'first name', 'New')
    .option('--last-name <name>', 'last name; the role where none is given')
    .action(async (email: string, { role, firstName, lastName, json }: CreateOptions) => {
      const newAccount = { email, role, firstName, lastName: lastName ?? toDefaultLastName(role) }
      const account = await runCommand(readConfig(terminal.environment), 'create-account', newAccount)
      const confirmation = 'The account is made. Nobody can enter it before its owner has set a password.'
      printOutcome(terminal, account, { json, inWords: (outcome) => describeLink(confirmation, outcome) })
    })
  addJsonOption(create)
  addExamples(create, {
    examples: [
      'account create grace@example.org --first-name Grace --last-name Hopper',
      'account create carl@example.org --role consultant --json',
    ],
    needs,
  })

  const reset = command
    .command('reset')
    .summary('give an account back to its owner')
    .description(
      'Takes password, sessions and links from an account, of staff or member, and prints a link for a new password. It works for 24 hours and once.',
    )
    .argument('<email>', 'the address of its owner')
    .option('--second-factor', 'take authenticator app, recovery codes and passkeys as well', false)
    .action(async (email: string, { secondFactor, json }: ResetOptions) => {
      const account = await runCommand(readConfig(terminal.environment), 'reset-account', { email, secondFactor })
      const confirmation = 'The account is reset. Its password works no longer, and every session has ended.'
      printOutcome(terminal, account, { json, inWords: (outcome) => describeLink(confirmation, outcome) })
    })
  addJsonOption(reset)
  addExamples(reset, {
    examples: ['account reset grace@example.org', 'account reset grace@example.org --second-factor'],
    needs,
  })
}

function toDefaultLastName(role: string): string {
  return role === 'consultant' ? 'Consultant' : 'Administrator'
}

function describeLink(confirmation: string, { url, expiresAt, hadSecondFactor }: AccountLink): string {
  const expiry = new Date(expiresAt).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short' })
  return `${[
    confirmation,
    ...(hadSecondFactor ? ['Its second factor is removed.'] : []),
    `This link sets a new password, until ${expiry} and once. It is shown only now: give it to the owner alone.`,
    '',
    url,
  ].join('\n')}\n`
}
