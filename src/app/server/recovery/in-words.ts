import { CommandRefused } from '#platform/server/command-refused.ts'
import { isAccessRefused, isDatabaseAway } from '#platform/server/db/database-away.ts'
import { StartRefused } from '#platform/server/start-refused.ts'
import { databaseAway } from '../open-data.ts'

/** What the operator is told of an error of a database, or of one of its programs. @param outcome what it means */
export function inWords(outcome: string, error: unknown): unknown {
  if (error instanceof CommandRefused || error instanceof StartRefused || !(error instanceof Error)) return error
  if (isDatabaseAway(error) || isAccessRefused(error)) return databaseAway(error)
  return new CommandRefused(`${outcome}: ${error.message.replace(/\.$/, '')}.`)
}
