import { serviceAway } from '#platform/server/http/problem.ts'
import { runApart } from '#platform/server/run-apart.ts'
import { openQueue } from '#platform/server/work-queue.ts'
import type { ParsedMail } from './parse-mail.ts'

/** A mail of ten megabytes with ordinary files takes less than one; one of empty lines alone would take minutes. */
const TIME_LIMIT_MS = 5_000
const MEMORY_LIMIT_MB = 256

/** One at a time: each may take the memory of a large mail several times over. */
const inTurn = openQueue({ atOnce: 1, waiting: 20, onFull: serviceAway })

/** Reads a mail in a thread of its own: it was written by anybody. */
export function readMail(raw: Uint8Array, timeLimit = TIME_LIMIT_MS): Promise<ParsedMail> {
  const bounds = { input: raw, milliseconds: timeLimit, megabytes: MEMORY_LIMIT_MB }
  return inTurn(() =>
    runApart<ParsedMail>(new URL('./answer-reading.ts', import.meta.url), {
      ...bounds,
      otherwise: { state: 'unreadable' },
    }),
  )
}
