import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'

export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>

/** What is being worked on, so that every line of the log that is written meanwhile names it. */
const work = new AsyncLocalStorage<{ job: string; jobId: string }>()

export function openLog(level: string, stream: DestinationStream = toOutput(1)): Logger {
  return pino({ level, mixin: () => ({ ...work.getStore() }), serializers: { err: describeError } }, stream)
}

/** What finds a mistake, besides its words and its place. */
const fieldsOfErrors = ['code', 'schema', 'table', 'column', 'constraint']

/** What a line says of an error: its other fields may hold a person, as PostgreSQL's `detail` does, the row that it refused. */
export function describeError(error: Error): {
  type: string
  message: string
  stack: string
  [field: string]: unknown
} {
  const { type, message, stack, ...fields } = stdSerializers.err(error)
  const harmless = Object.entries(fields).filter(([field]) => fieldsOfErrors.includes(field))
  const parts = error instanceof AggregateError ? { errors: error.errors.map(describeError) } : {}
  return { type, message, stack, ...Object.fromEntries(harmless), ...parts }
}

/** As many lines as wait while they cannot be written; what comes then is left out. */
const LONGEST_BACKLOG_BYTES = 1_000_000

/** Standard output or standard error. Where its disk is full, lines wait and nobody else does. */
export function toOutput(descriptor: 1 | 2): DestinationStream {
  const output = pino.destination({ dest: descriptor, sync: true, maxLength: LONGEST_BACKLOG_BYTES })
  // An error that nobody hears would end the process.
  output.on('error', () => {})
  return output
}

/** Runs a piece of work whose lines in the log carry its name and id, as those of a request carry its own. */
export function inLogAs<Result>(fields: { job: string; jobId: string }, run: () => Result): Result {
  return work.run(fields, run)
}
