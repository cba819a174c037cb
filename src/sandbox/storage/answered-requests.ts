import type { DatabaseSync } from 'node:sqlite'

/** Keys are kept for a day, as the provider promises; a client that comes later must look before it creates. */
const KEPT_SECONDS = 24 * 60 * 60

export interface AnsweredRequest {
  fingerprint: string
  status: number
  body: string
  requestId: string
}

/** What was answered under each idempotency key. */
export class AnsweredRequests {
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  find(key: string): AnsweredRequest | undefined {
    const row = this.#database
      .prepare('select fingerprint, status, body, request_id from answered_requests where key = ?')
      .get(key)
    if (!row) return undefined
    return {
      fingerprint: String(row.fingerprint),
      status: Number(row.status),
      body: String(row.body),
      requestId: String(row.request_id),
    }
  }

  remember(key: string, { fingerprint, status, body, requestId }: AnsweredRequest, now: number): void {
    this.#database
      .prepare(
        `insert into answered_requests (key, fingerprint, status, body, request_id, answered_at)
         values (?, ?, ?, ?, ?, ?)`,
      )
      .run(key, fingerprint, status, body, requestId, now)
  }

  forgetOld(now: number): void {
    this.#database.prepare('delete from answered_requests where answered_at < ?').run(now - KEPT_SECONDS)
  }
}
