import { resolve } from 'node:path'
import { CommandRefused } from '#platform/server/command-refused.ts'
import { sayRefusal } from './carry-out-command.ts'
import { readConfig } from './config.ts'
import { readWords } from './read-words.ts'
import { type Drill, drillRestore } from './recovery/drill-restore.ts'

// `npm run restore:drill`: shows that a backup can be restored, without touching the site's database.

const help = `npm run restore:drill [-- --from <backup> [--key <file>]] [--into <address of an empty database>]
  Makes a backup, or takes the one that is named, restores it into a server that is started for that, or into the empty
  database that is named, counts every table there and compares. Nothing of it is left. The exit code is 1 where
  anything is different.
`

await main().catch(sayRefusal)

async function main() {
  const { values, positionals } = readWords(process.argv.slice(2), {
    command: 'npm run restore:drill',
    options: {
      from: { type: 'string' },
      key: { type: 'string' },
      into: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return void process.stdout.write(help)
  if (positionals[0]) throw new CommandRefused(`"${positionals[0]}" is too much. See npm run restore:drill -- --help.`)
  if (values.key && !values.from) throw new CommandRefused('--key opens the backup of --from, and none is named.')
  const from = values.from ? { file: resolve(values.from), keyFile: values.key && resolve(values.key) } : undefined
  const drill = await drillRestore(readConfig(process.env), { from, into: values.into })
  process.stdout.write(inWords(drill))
  if (drill.differences.length > 0) process.exitCode = 1
}

function inWords({ manifest, differences, restoredInMs }: Drill): string {
  const seconds = (restoredInMs / 1_000).toFixed(1)
  const lines = [
    ...manifest.tables.map(({ table, rows, sums }) => {
      const wrong = differences.filter((difference) => difference.table === table)
      const verdict = wrong.length === 0 ? 'same' : wrong.map(inOneLine).join('; ')
      const money = Object.entries(sums).map(([what, sum]) => `${what} ${sum}`)
      return [table.replace(/^public\./, '').padEnd(34), String(rows).padStart(9), ` ${verdict} `, money.join(', ')]
        .join(' ')
        .trimEnd()
    }),
    ...differences.filter(({ table }) => !manifest.tables.some((known) => known.table === table)).map(inOneLine),
    differences.length === 0
      ? `Every table of the backup of ${manifest.takenAt} is the same after restoring, which took ${seconds} s.`
      : `The restored data is different in ${differences.length} places. Do not count on this backup: make another one, and try that.`,
  ]
  return `${lines.join('\n')}\n`
}

function inOneLine({ table, what, expected, found }: Drill['differences'][number]): string {
  return `${table}: ${what} should be ${expected} and is ${found}`
}
