import { channel } from 'node:diagnostics_channel'
import type { LogEvent } from 'kysely'

/** What was asked of the database, and how long it took. Nobody listens unless traces are asked for. */
export const statementChannel = channel('futureworld:statement')

export function publishStatement(event: LogEvent): void {
  if (statementChannel.hasSubscribers) statementChannel.publish(event)
}
