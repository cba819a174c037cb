import { Worker } from 'node:worker_threads'
import { serviceAway } from '#platform/server/http/problem.ts'
import { openQueue } from '#platform/server/work-queue.ts'
import type { ParsedMail } from './parse-mail.ts'

/** A mail of ten megabytes with ordinary files takes less than one; one of empty lines alone would take minutes. */
const TIME_LIMIT_MS = 5_000
const MEMORY_LIMIT_MB = 256

/** One at a time: each may take the memory of a large mail several times over. */
const inTurn = openQueue({ atOnce: 1, waiting: 20, onFull: serviceAway })

/**
 * Reads a mail in a thread of its own, which is ended when it takes too long or too much: a mail is written by anybody,
 * and must not hold up the site.
 */
export function readMail(raw: Uint8Array, timeLimit = TIME_LIMIT_MS): Promise<ParsedMail> {
  return inTurn(() => readApart(raw, timeLimit))
}

function readApart(raw: Uint8Array, timeLimit: number): Promise<ParsedMail> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./answer-reading.ts', import.meta.url), {
      workerData: raw,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
    })
    const end = () => {
      clearTimeout(limit)
      void thread.terminate()
    }
    const limit = setTimeout(() => {
      end()
      resolve({ state: 'unreadable' })
    }, timeLimit)
    thread.once('message', (parsed: ParsedMail) => {
      end()
      resolve(parsed)
    })
    thread.once('error', (error: Error & { code?: string }) => {
      end()
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve({ state: 'unreadable' })
      else reject(error)
    })
  })
}
