import type { DatabaseSync } from 'node:sqlite'

/**
 * Real time plus an offset that is saved, so that after a restart no new object has an earlier date than an older one.
 */
export class SandboxClock {
  readonly #database: DatabaseSync
  #offset: number

  constructor(database: DatabaseSync) {
    this.#database = database
    const row = database.prepare('select offset_seconds from clock').get()
    this.#offset = Number(row?.offset_seconds ?? 0)
  }

  /** How many seconds the sandbox's clock is ahead of real time. */
  get offset(): number {
    return this.#offset
  }

  /** Milliseconds since 1970. */
  milliseconds(): number {
    return Date.now() + this.#offset * 1000
  }

  /** Seconds since 1970, the provider's unit of time. */
  now(): number {
    return Math.floor(this.milliseconds() / 1000)
  }

  moveForwards(seconds: number): void {
    this.#offset += seconds
    this.#database
      .prepare(
        `insert into clock (id, offset_seconds) values (1, ?)
         on conflict (id) do update set offset_seconds = excluded.offset_seconds`,
      )
      .run(Math.max(this.#offset, 0))
  }

  /** Moves the clock of an empty sandbox into the past. The offset is not saved, so a restart returns to real time. */
  beginInThePast(seconds: number): void {
    this.#offset = -seconds
  }
}
