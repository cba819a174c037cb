import type { DatabaseSync } from 'node:sqlite'

type DeliveryState = 'pending' | 'held' | 'delivered' | 'dropped' | 'abandoned'

export interface Delivery {
  event: string
  type: string
  state: DeliveryState
  attempts: number
  /** Milliseconds since 1970. */
  dueAt: number
  lastAnswer: string | null
}

/** Which events the product has still to confirm; it stands in the database and outlives the process. */
export class DeliveryQueue {
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  add({ event, type, state, dueAt }: Pick<Delivery, 'event' | 'type' | 'state' | 'dueAt'>): void {
    this.#database
      .prepare('insert into deliveries (event, type, state, due_at) values (?, ?, ?, ?)')
      .run(event, type, state, dueAt)
  }

  /** All that is not settled, oldest event first. */
  unsettled(): Delivery[] {
    return this.#select("state in ('pending', 'held')")
  }

  all(): Delivery[] {
    return this.#select('true')
  }

  find(event: string): Delivery | undefined {
    return this.#select('event = ?', event)[0]
  }

  change(event: string, change: Partial<Omit<Delivery, 'event' | 'type'>>): void {
    const before = this.find(event)
    if (!before) return
    const { state, attempts, dueAt, lastAnswer } = { ...before, ...change }
    this.#database
      .prepare('update deliveries set state = ?, attempts = ?, due_at = ?, last_answer = ? where event = ?')
      .run(state, attempts, dueAt, lastAnswer, event)
  }

  #select(condition: string, ...values: string[]): Delivery[] {
    const rows = this.#database
      .prepare(
        `select event, type, state, attempts, due_at, last_answer from deliveries where ${condition} order by rowid`,
      )
      .all(...values)
    return rows.map((row) => ({
      event: String(row.event),
      type: String(row.type),
      state: row.state as DeliveryState,
      attempts: Number(row.attempts),
      dueAt: Number(row.due_at),
      lastAnswer: row.last_answer === null ? null : String(row.last_answer),
    }))
  }
}
