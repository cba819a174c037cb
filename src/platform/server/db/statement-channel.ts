import { channel } from 'node:diagnostics_channel'
import type { LogEvent } from 'kysely'

/** Publishes every statement with its duration. Only tracing subscribes to it. */
export const statementChannel = channel('futureworld:statement')

export function publishStatement(event: LogEvent): void {
  if (statementChannel.hasSubscribers) statementChannel.publish(event)
}
