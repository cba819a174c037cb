import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { CommandRefused } from '#platform/server/command-refused.ts'

/** What was typed behind a command. @throws CommandRefused that names the first mistake */
export function readWords<Options extends ParseArgsOptionsConfig>(
  given: string[],
  { command, options }: { command: string; options: Options },
) {
  try {
    return parseArgs({ args: given, allowPositionals: true, options })
  } catch (error) {
    // The first sentence names the mistake; the others talk of what the program could allow.
    const [mistake] = (error instanceof Error ? error.message : String(error)).split(/[.\n]/)
    throw new CommandRefused(`${mistake}. See ${command} -- --help.`)
  }
}
