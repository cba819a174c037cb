import type { Command } from 'commander'

/** The program's input and output. */
export type Terminal = {
  /** The arguments after the program's name. */
  args: string[]
  environment: NodeJS.ProcessEnv
  print: (text: string) => void
  exitWith: (code: number) => void
}

/** Adds options, help and an action to a command. */
export type DescribeCommand = (command: Command, terminal: Terminal) => void

/** Adds examples to the end of a command's help. */
export function addExamples(command: Command, { examples, needs }: { examples: string[]; needs: string }): Command {
  const lines = ['', 'Examples:', ...examples.map((example) => `  $ futureworld ${example}`), '', `Needs: ${needs}`]
  return command.addHelpText('after', lines.join('\n'))
}

export function addJsonOption(command: Command): Command {
  return command.option('--json', 'print the result as one line of JSON')
}

/** Prints JSON if the caller asked for it, otherwise text for people. */
export function printOutcome<Outcome>(
  { print }: Terminal,
  outcome: Outcome,
  { json, inWords: toText }: { json: boolean | undefined; inWords: (outcome: Outcome) => string },
): void {
  print(json ? `${JSON.stringify(outcome)}\n` : toText(outcome))
}

/** @returns the refusal's message @throws any other error */
export function describeRefusal(error: unknown, { exitWith }: Pick<Terminal, 'exitWith'>): string {
  if (!isRefusal(error)) throw error
  exitWith(1)
  return `${error.message}\n`
}

/** Compares names, because the built site has its own copies of these classes. */
function isRefusal(error: unknown): error is Error {
  return error instanceof Error && ['CommandRefused', 'StartRefused'].includes(error.name)
}
