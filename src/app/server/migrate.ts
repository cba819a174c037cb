import { openLog, toOutput } from '#platform/server/log.ts'
import { sayRefusal } from './carry-out-command.ts'
import { readConfig } from './config.ts'
import { migrateData } from './migrate-data.ts'

// `npm run migrate`: brings the database to this version without serving, for a job that runs before the processes.

await main().catch(sayRefusal)

async function main() {
  const config = readConfig(process.env)
  await migrateData(config, openLog(config.logLevel, toOutput(2)))
  process.stdout.write('The database is ready for this version.\n')
}
