import { Command, CommanderError } from 'commander'
import { CommandRefused } from '#platform/server/operator-errors.ts'
import { type DescribeCommand, describeRefusal, type Terminal } from './command.ts'

type Entry = { summary: string; load: () => Promise<DescribeCommand> }

/** A command's file is loaded only if it is called, so that a site starts with few files (docs/decisions/0030). */
const commands: Record<string, Entry> = {
  start: {
    summary: 'serve the site, and build it first where its sources have changed',
    load: async () => (await import('./start.ts')).describeStart,
  },
  dev: {
    summary: 'serve the site from its sources, and follow every change',
    load: async () => (await import('./dev.ts')).describeDev,
  },
  build: {
    summary: 'build pages and server, for a start without what builds them',
    load: async () => (await import('./start.ts')).describeBuild,
  },
  migrate: {
    summary: 'bring the database to this version without serving',
    load: async () => (await import('./storage.ts')).describeMigrate,
  },
  account: {
    summary: 'create an account of staff, or give an account back to its owner',
    load: async () => (await import('./account.ts')).describeAccount,
  },
  rate: {
    summary: 'set how many dollars a pound buys from a day on',
    load: async () => (await import('./accounting.ts')).describeRate,
  },
  archive: {
    summary: 'write all invoices and credit notes of some days into a zip file',
    load: async () => (await import('./accounting.ts')).describeArchive,
  },
  audit: {
    summary: 'check that nobody has changed the audit log',
    load: async () => (await import('./checks.ts')).describeAudit,
  },
  backup: {
    summary: 'write all data into one file, with the ledger beside it',
    load: async () => (await import('./backup.ts')).describeBackup,
  },
  restore: {
    summary: 'bring a backup back, or show with a drill that it would work',
    load: async () => (await import('./restore.ts')).describeRestore,
  },
  'move-to-postgres': {
    summary: 'move the embedded database to a PostgreSQL server, for good',
    load: async () => (await import('./storage.ts')).describeMoveToPostgres,
  },
  'move-files': {
    summary: 'move all files to where FILES_STORE keeps new ones',
    load: async () => (await import('./storage.ts')).describeMoveFiles,
  },
  'seal-data': {
    summary: 'seal stored secrets anew with the first key of DATA_KEYS',
    load: async () => (await import('./storage.ts')).describeSealData,
  },
  reconcile: {
    summary: 'compare purchases with the payment provider now',
    load: async () => (await import('./checks.ts')).describeReconcile,
  },
  'check-stripe': {
    summary: 'try with test keys all that the site asks of the payment provider',
    load: async () => (await import('./checks.ts')).describeCheckStripe,
  },
  completion: {
    summary: 'print a script with which a shell completes these commands',
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
    .description('The website of FutureWorld and all that its operator does with it.')
    .enablePositionalOptions()
    .configureHelp({ helpWidth: HELP_WIDTH })
    // The caller prints errors as one sentence.
    .configureOutput({ writeOut: terminal.print, writeErr: () => {} })
    .addHelpText('after', programHelp)
  const calledCommand = terminal.args.find((word) => Object.hasOwn(commands, word))
  for (const [name, { summary, load }] of Object.entries(commands)) {
    const command = program.command(name).summary(summary)
    // The completion needs the description of every command.
    if (calledCommand === name || calledCommand === 'completion') (await load())(command, terminal)
  }
  refuseInOneSentence(program)
  return program
}

const HELP_WIDTH = 110

const programHelp = `
futureworld <command> --help says what a command does and needs, with examples.

All settings are variables of the environment: docs/operations/configuration.md. What is refused is told in one
sentence, with the exit code 1.`

function refuseInOneSentence(command: Command, path = command.name()): void {
  command.exitOverride((error) => {
    throw error.exitCode === 0 ? error : new CommandRefused(`${describeMistake(error, command)} See ${path} --help.`)
  })
  for (const child of command.commands) refuseInOneSentence(child, `${path} ${child.name()}`)
}

function describeMistake({ code, message }: CommanderError, { commands }: Command): string {
  if (code === 'commander.help') return `Say what to do: ${commands.map((command) => command.name()).join(', ')}.`
  const [mistake = '', suggestion] = message.replace(/^error: /, '').split('\n')
  const sentence = `${mistake.charAt(0).toUpperCase()}${mistake.slice(1).replace(/\.$/, '')}.`
  return suggestion ? `${sentence} ${suggestion.slice(1, -1)}` : sentence
}
