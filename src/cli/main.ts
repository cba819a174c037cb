import { describeRefusal, type Terminal } from './command.ts'

// bin/futureworld.mjs loads this file, so this process is the program.

const terminal: Terminal = {
  args: process.argv.slice(2),
  environment: process.env,
  print: (text) => void process.stdout.write(text),
  exitWith: (code) => {
    process.exitCode = code
  },
}

/**
 * Loading the descriptions of all commands takes 11 MB, which a running site would keep (docs/decisions/0030), so
 * `start` skips it.
 */
async function run(): Promise<string> {
  const [name, ...options] = terminal.args
  if (name !== 'start' || options.some((option) => option !== '--demo')) {
    return (await import('./program.ts')).runProgram(terminal)
  }
  const { start } = await import('./start.ts')
  return start(terminal.environment, { demo: options.includes('--demo') }).then(
    () => '',
    (error: unknown) => describeRefusal(error, terminal),
  )
}

process.stderr.write(await run())
