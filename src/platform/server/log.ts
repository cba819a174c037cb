import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'

export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>

/** The current job, added to every log line written during it. */
const jobFields = new AsyncLocalStorage<{ job: string; jobId: string }>()

export function openLog(level: string, stream: DestinationStream = toOutput(1)): Logger {
  return pino({ level, mixin: () => ({ ...jobFields.getStore() }), serializers: { err: describeError } }, stream)
}

/** Fields that help to find the cause of an error. */
const safeErrorFields = ['code', 'schema', 'table', 'column', 'constraint']

/**
 * Logs only the safe fields of an error. Other fields may hold personal data: PostgreSQL's `detail` contains the
 * refused row.
 */
export function describeError(error: Error): {
  type: string
  message: string
  stack: string
  [field: string]: unknown
} {
  const { type, message, stack, ...fields } = stdSerializers.err(error)
  const safeFields = Object.entries(fields).filter(([field]) => safeErrorFields.includes(field))
  const errors = listInnerErrors(error).map(describeError)
  return { type, message, stack, ...Object.fromEntries(safeFields), ...(errors.length > 0 && { errors }) }
}

/** Returns errors that occurred together, or one after another during a shutdown. */
function listInnerErrors(error: Error): Error[] {
  const innerErrors = error instanceof AggregateError ? error.errors : []
  if (error instanceof SuppressedError) innerErrors.push(error.error, error.suppressed)
  // Anything can be thrown, even undefined.
  return innerErrors.filter((part) => part instanceof Error)
}

/** How much unwritten log data to keep; further lines are dropped. */
const MAX_BACKLOG_BYTES = 1_000_000

/** Writes to stdout or stderr. If their disk is full, lines are buffered and the site keeps running. */
export function toOutput(descriptor: 1 | 2): DestinationStream {
  const output = pino.destination({ dest: descriptor, sync: true, maxLength: MAX_BACKLOG_BYTES })
  // Without a listener, an error would end the process.
  output.on('error', () => {})
  return output
}

/** Adds a job's name and id to its log lines, like a request's id. */
export function withLogFields<Result>(fields: { job: string; jobId: string }, run: () => Result): Result {
  return jobFields.run(fields, run)
}
