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

/** The delivery state of each event. It is stored in the database and so survives a restart. */
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

  /** Pending and held deliveries, in the order of their events, oldest first. */
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

/** A deliberate fault in webhook delivery. The first one whose types include an event's type applies to it. */
export interface Disturbance {
  /** The types of event that are affected; all types by default. */
  types?: string[]
  /** Holds the event until it is released. */
  hold?: boolean
  /** Never sends the event, which still counts as not delivered. */
  drop?: boolean
  /** Delays the event. */
  delayMilliseconds?: number
  /** Sends this many extra copies at the same moment. */
  duplicates?: number
}

export class Disturbances {
  #active: Disturbance[] = []

  replace(disturbances: Disturbance[]): void {
    this.#active = disturbances
  }

  list(): Disturbance[] {
    return this.#active
  }

  for(type: string): Disturbance {
    return this.#active.find(({ types }) => !types || types.includes(type)) ?? {}
  }

  /** The state in which a new event of this type enters the queue. */
  stateFor(type: string): Pick<Delivery, 'state' | 'dueAt'> {
    const { hold, drop, delayMilliseconds = 0 } = this.for(type)
    const dueAt = Date.now() + delayMilliseconds
    if (drop) return { state: 'dropped', dueAt }
    return { state: hold ? 'held' : 'pending', dueAt }
  }
}
