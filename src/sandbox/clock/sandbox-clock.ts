import type { DatabaseSync } from 'node:sqlite'

/** The sandbox's time: real time plus what the clock was moved. It is kept, so that no object ever seems younger than its successor. */
export class SandboxClock {
  readonly #database: DatabaseSync
  #offset: number

  constructor(database: DatabaseSync) {
    this.#database = database
    const row = database.prepare('select offset_seconds from clock').get()
    this.#offset = Number(row?.offset_seconds ?? 0)
  }

  /** Seconds between real time and the sandbox's. */
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
    this.#keep(this.#offset + seconds)
  }

  /** Before anything has happened, and never afterwards. It is not kept: after a restart it is now. */
  beginInThePast(seconds: number): void {
    this.#offset = -seconds
  }

  #keep(offset: number): void {
    this.#database
      .prepare(
        `insert into clock (id, offset_seconds) values (1, ?)
         on conflict (id) do update set offset_seconds = excluded.offset_seconds`,
      )
      .run(Math.max(offset, 0))
    this.#offset = offset
  }
}
