import { CommandRefused } from '#platform/server/command-refused.ts'
import { carryOutCommand, sayRefusal } from './carry-out-command.ts'
import { readConfig } from './config.ts'
import { readWords } from './read-words.ts'
import type { FilesMoved } from './relocate-files.ts'

// `npm run move-files`: all files to where FILES_STORE keeps new ones.

const help = `npm run move-files
  Moves the contents of all files to where FILES_STORE says: a folder, a bucket, or the database where it is empty. Each
  is compared by its SHA-256 before the old one is given up, which is removed an hour later. Begin again where it was
  stopped: what is there stays there. The site may be running or not. What you have copied there yourself is only noted.

npm run move-files -- --forget <address>
  The same, and nothing more is removed from this place: it is gone for good, with all that was in it.
`

await main().catch(sayRefusal)

async function main() {
  const { values, positionals } = readWords(process.argv.slice(2), {
    command: 'npm run move-files',
    options: { forget: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  })
  if (values.help) return void process.stdout.write(help)
  if (positionals[0]) throw new CommandRefused(`"${positionals[0]}" is too much. See npm run move-files -- --help.`)
  const order = values.forget ? { forget: values.forget } : {}
  const done = (await carryOutCommand(readConfig(process.env), {
    command: 'move-files',
    arguments: order,
  })) as FilesMoved
  process.stdout.write(inWords(done))
  if (done.failed > 0) process.exitCode = 1
}

function inWords({ moved, found, failed, place, waiting }: FilesMoved): string {
  const lines = [
    `Files moved to ${place ?? 'the database'}: ${moved}. Found there already: ${found}. Not moved: ${failed}.`,
    ...(failed > 0 ? ['The log says why. They are where they were; begin again to move them.'] : []),
    ...waiting.map((each) => `Still to be removed from ${each.place}, by the running site: ${each.contents}.`),
  ]
  return `${lines.join('\n')}\n`
}
