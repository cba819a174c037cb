import { readConfig } from '#app/config/config.ts'
import { runCommand } from '#app/operator/run-command.ts'
import { addExamples, addJsonOption, type DescribeCommand, printOutcome } from './command.ts'

type CreateOptions = { role: string; firstName: string; lastName?: string; json?: boolean }
type ResetOptions = { secondFactor: boolean; json?: boolean }
type AccountLink = { url: string; expiresAt: string | Date; hadSecondFactor?: boolean }

const needs = 'the site’s settings. The site can be running or stopped.'

export const describeAccount: DescribeCommand = (command, terminal) => {
  command.description('Account commands for the operator, run from a terminal on the server itself.')
  const create = command
    .command('create')
    .summary('create a staff account')
    .description(
      'Creates a staff account and prints a link for its owner to set a password. The link is printed once, works once and expires after 24 hours.',
    )
    .argument('<email>', 'the owner’s email address')
    .option('--role <role>', 'administrator or consultant', 'administrator')
    .option('--first-name <name>', 'first name', 'New')
    .option('--last-name <name>', 'last name; the role if you leave it out')
    .action(async (email: string, { role, firstName, lastName, json }: CreateOptions) => {
      const newAccount = { email, role, firstName, lastName: lastName ?? toDefaultLastName(role) }
      const account = await runCommand(readConfig(terminal.environment), 'create-account', newAccount)
      const confirmation = 'Account created. No one can log in to it until its owner has set a password.'
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
    .summary('let an owner back into their account')
    .description(
      'Removes the password, sessions and links of a staff or member account, and prints a link to set a new password. The link works once and expires after 24 hours.',
    )
    .argument('<email>', 'the owner’s email address')
    .option('--second-factor', 'remove the authenticator app, recovery codes and passkeys too', false)
    .action(async (email: string, { secondFactor, json }: ResetOptions) => {
      const account = await runCommand(readConfig(terminal.environment), 'reset-account', { email, secondFactor })
      const confirmation = 'Account reset. Its password no longer works and every session has ended.'
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
    ...(hadSecondFactor ? ['Its two-factor login has been removed.'] : []),
    `Use this link to set a new password. It works once and expires on ${expiry}. You won’t see it again. Give it only to the account’s owner.`,
    '',
    url,
  ].join('\n')}\n`
}
