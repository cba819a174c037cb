import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { ApiError } from '../wire/api-error.ts'
import type { ApiReply } from './api-reply.ts'

const MAX_KEY_LENGTH = 255

/** One day, as at Stripe. After that, clients must check that an object is missing before they create it again. */
const KEPT_SECONDS = 24 * 60 * 60

export interface KeyedCall {
  key: string
  fingerprint: string
}

export function keyedCall(
  account: string,
  key: string,
  request: { method: string; path: string; body: string },
): KeyedCall {
  if (key.length > MAX_KEY_LENGTH) {
    throw idempotencyError(400, `Idempotency keys may be at most ${MAX_KEY_LENGTH} characters long.`)
  }
  const { method, path, body } = request
  const fingerprint = createHash('sha256').update(`${method} ${path}\n${body}`).digest('hex')
  return { key: `${account} ${key}`, fingerprint }
}

/**
 * Makes sure that the call for each key is executed only once. Keys in progress are kept only in memory: if the process
 * is killed, its work was either saved together with the response or never happened.
 */
export class IdempotentCalls {
  readonly #database: DatabaseSync
  readonly #inProgress = new Set<string>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  /**
   * Returns the stored response to an earlier call.
   * @throws if that call had different parameters
   */
  findReplay({ key, fingerprint }: KeyedCall): ApiReply | undefined {
    const stored = this.#database
      .prepare('select fingerprint, status, body, request_id from answered_requests where key = ?')
      .get(key)
    if (!stored) return undefined
    if (stored.fingerprint !== fingerprint) {
      const [, clientKey] = key.split(' ')
      throw idempotencyError(
        400,
        'Keys for idempotent requests can only be used with the same parameters they were first used with. Try using ' +
          `a key other than '${clientKey}' if you meant to execute a different request.`,
      )
    }
    const headers = { 'idempotent-replayed': 'true', 'original-request': String(stored.request_id) }
    return { status: Number(stored.status), body: String(stored.body), headers }
  }

  begin({ key }: KeyedCall): void {
    if (this.#inProgress.has(key)) {
      throw new ApiError(409, {
        type: 'invalid_request_error',
        code: 'idempotency_key_in_use',
        message: 'There is currently another in-progress request using this Idempotent Key. Please try again later.',
      })
    }
    this.#inProgress.add(key)
  }

  end({ key }: KeyedCall): void {
    this.#inProgress.delete(key)
  }

  remember({ key, fingerprint }: KeyedCall, { status, body }: ApiReply, requestId: string): void {
    const now = Math.floor(Date.now() / 1000)
    this.#database.prepare('delete from answered_requests where answered_at < ?').run(now - KEPT_SECONDS)
    this.#database
      .prepare(
        `insert into answered_requests (key, fingerprint, status, body, request_id, answered_at)
         values (?, ?, ?, ?, ?, ?)`,
      )
      .run(key, fingerprint, status, body, requestId, now)
  }
}

function idempotencyError(status: number, message: string): ApiError {
  return new ApiError(status, { type: 'idempotency_error', message })
}
