import { CommandRefused } from '#platform/server/command-refused.ts'
import { operatorLog, sayRefusal } from './carry-out-command.ts'
import { readConfig } from './config.ts'
import { readWords } from './read-words.ts'
import { moveData } from './recovery/move-data.ts'

// `npm run move-to-postgres`: from the embedded database to a server, for good.

const help = `npm run move-to-postgres
  Copies the embedded database of DATA_DIR into the empty PostgreSQL database of DATABASE_URL, with the jobs that wait,
  and compares both. The old data stays as it is and is marked, so that no site starts on it again. Stop the site first.
`

await main().catch(sayRefusal)

async function main() {
  const { values, positionals } = readWords(process.argv.slice(2), {
    command: 'npm run move-to-postgres',
    options: { help: { type: 'boolean', short: 'h' } },
  })
  if (values.help) return void process.stdout.write(help)
  if (positionals[0])
    throw new CommandRefused(`"${positionals[0]}" is too much. See npm run move-to-postgres -- --help.`)
  const config = readConfig(process.env)
  const tables = await moveData(config, { now: new Date(), log: operatorLog(config) })
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  process.stdout.write(
    `${rows} rows of ${tables.length} tables are in PostgreSQL, the same by count, sum and checksum.\n` +
      `Start the site with DATABASE_URL and make a backup: npm run backup. The data in ${config.dataDirectory} is as it was, and marked as moved.\n`,
  )
}
