import { Command, CommanderError } from 'commander'
import { CommandRefused } from '#platform/server/operator-errors.ts'
import { type DescribeCommand, describeRefusal, type Terminal } from './command.ts'

type Entry = { summary: string; load: () => Promise<DescribeCommand> }

/** A command's file is loaded only if it is called, so that a site starts with few files (docs/decisions/0030). */
const commands: Record<string, Entry> = {
  start: {
    summary: 'serve the site, building it first if its sources have changed',
    load: async () => (await import('./start.ts')).describeStart,
  },
  dev: {
    summary: 'serve the site from its sources, and reload it on every change',
    load: async () => (await import('./dev.ts')).describeDev,
  },
  build: {
    summary: 'build the pages and the server, so the site can start without the build tools',
    load: async () => (await import('./start.ts')).describeBuild,
  },
  migrate: {
    summary: 'migrate the database to this version without serving the site',
    load: async () => (await import('./storage.ts')).describeMigrate,
  },
  account: {
    summary: 'create a staff account, or let an owner back into their account',
    load: async () => (await import('./account.ts')).describeAccount,
  },
  rate: {
    summary: 'set how many dollars a pound buys from a given day',
    load: async () => (await import('./accounting.ts')).describeRate,
  },
  archive: {
    summary: 'save the invoices and credit notes of a period in a zip file',
    load: async () => (await import('./accounting.ts')).describeArchive,
  },
  audit: {
    summary: 'check that no one has changed the audit log',
    load: async () => (await import('./checks.ts')).describeAudit,
  },
  backup: {
    summary: 'write all data to one file, with the ledger beside it',
    load: async () => (await import('./backup.ts')).describeBackup,
  },
  restore: {
    summary: 'restore a backup, or run a drill to show that it would work',
    load: async () => (await import('./restore.ts')).describeRestore,
  },
  'move-to-postgres': {
    summary: 'move the embedded database to a PostgreSQL server, for good',
    load: async () => (await import('./storage.ts')).describeMoveToPostgres,
  },
  'move-files': {
    summary: 'move all files to the place set in FILES_STORE',
    load: async () => (await import('./storage.ts')).describeMoveFiles,
  },
  'seal-data': {
    summary: 'reseal stored secrets with the first key in DATA_KEYS',
    load: async () => (await import('./storage.ts')).describeSealData,
  },
  reconcile: {
    summary: 'compare purchases with the payment provider now',
    load: async () => (await import('./checks.ts')).describeReconcile,
  },
  'check-stripe': {
    summary: 'use test keys to check everything the site needs from the payment provider',
    load: async () => (await import('./checks.ts')).describeCheckStripe,
  },
  completion: {
    summary: 'print a script that lets a shell complete these commands',
    load: async () => (await import('./completion.ts')).describeCompletion,
  },
}

/** @returns the message if the command was refused @throws any other error */
export async function runProgram(terminal: Terminal): Promise<string> {
  try {
    const program = await describeProgram(terminal)
    await program.parseAsync(terminal.args, { from: 'user' })
    return ''
  } catch (error) {
    // Commander throws even after printing the help as requested.
    if (error instanceof CommanderError && error.exitCode === 0) return ''
    return describeRefusal(error, terminal)
  }
}

async function describeProgram(terminal: Terminal): Promise<Command> {
  const program = new Command('futureworld')
    .description('The FutureWorld website and everything its operator can do with it.')
    .enablePositionalOptions()
    .configureHelp({ helpWidth: HELP_WIDTH })
    // The caller prints errors as one sentence.
    .configureOutput({ writeOut: terminal.print, writeErr: () => {} })
    .addHelpText('after', programHelp)
  const calledCommand = terminal.args.find((word) => Object.hasOwn(commands, word))
  for (const [name, { summary, load }] of Object.entries(commands)) {
    const command = program.command(name).summary(summary)
    // The completion needs every command's description.
    if (calledCommand === name || calledCommand === 'completion') (await load())(command, terminal)
  }
  refuseInOneSentence(program)
  return program
}

const HELP_WIDTH = 110

const programHelp = `
futureworld <command> --help says what a command does and needs, with examples.

All settings are environment variables: docs/operations/configuration.md. A command that’s refused says why, and its exit code is 1.`

function refuseInOneSentence(command: Command, path = command.name()): void {
  command.exitOverride((error) => {
    throw error.exitCode === 0 ? error : new CommandRefused(`${describeMistake(error, command)} See ${path} --help.`)
  })
  for (const child of command.commands) refuseInOneSentence(child, `${path} ${child.name()}`)
}

function describeMistake({ code, message }: CommanderError, { commands }: Command): string {
  if (code === 'commander.help') return `Choose a command: ${commands.map((command) => command.name()).join(', ')}.`
  const [mistake = '', suggestion] = message.replace(/^error: /, '').split('\n')
  const sentence = `${mistake.charAt(0).toUpperCase()}${mistake.slice(1).replace(/\.$/, '')}.`
  return suggestion ? `${sentence} ${suggestion.slice(1, -1)}` : sentence
}
