import { createHash } from 'node:crypto'
import type { AnsweredRequests } from '../storage/answered-requests.ts'
import { ApiError } from '../wire/api-error.ts'
import type { ApiReply } from './api-reply.ts'

const LONGEST_KEY = 255

export interface KeyedCall {
  key: string
  fingerprint: string
}

export function keyedCall(
  account: string,
  key: string,
  request: { method: string; path: string; body: string },
): KeyedCall {
  if (key.length > LONGEST_KEY) {
    throw idempotencyError(400, `Idempotency keys may be at most ${LONGEST_KEY} characters long.`)
  }
  const { method, path, body } = request
  const fingerprint = createHash('sha256').update(`${method} ${path}\n${body}`).digest('hex')
  return { key: `${account} ${key}`, fingerprint }
}

/**
 * One key means one execution. Which keys are being worked on is known only to the process: what a killed process
 * was doing is either on the disk together with its answer, or never happened.
 */
export class IdempotentCalls {
  readonly #answers: AnsweredRequests
  readonly #inProgress = new Set<string>()

  constructor(answers: AnsweredRequests) {
    this.#answers = answers
  }

  /** The answer given before, if this call was made before. */
  findReplay({ key, fingerprint }: KeyedCall): ApiReply | undefined {
    const before = this.#answers.find(key)
    if (!before) return undefined
    if (before.fingerprint !== fingerprint) {
      const [, shown] = key.split(' ')
      throw idempotencyError(
        400,
        'Keys for idempotent requests can only be used with the same parameters they were first used with. Try using ' +
          `a key other than '${shown}' if you meant to execute a different request.`,
      )
    }
    const headers = { 'idempotent-replayed': 'true', 'original-request': before.requestId }
    return { status: before.status, body: before.body, headers }
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
    this.#answers.forgetOld(now)
    this.#answers.remember(key, { fingerprint, status, body, requestId }, now)
  }
}

function idempotencyError(status: number, message: string): ApiError {
  return new ApiError(status, { type: 'idempotency_error', message })
}
