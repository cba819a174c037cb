import type { DatabaseSync } from 'node:sqlite'

export type StepKind =
  | 'announce_renewal'
  | 'collect_invoice'
  | 'expire_subscription'
  | 'finalize_invoice'
  | 'renew_subscription'

/** A step that the sandbox runs automatically when it is due. */
export interface DueStep {
  kind: StepKind
  /** The id of the object that the step changes. */
  object: string
  /** Seconds since 1970. */
  dueAt: number
  /** The test clock that decides when the step is due; `null` for the sandbox's own clock. */
  clock: string | null
}

/** Future steps. They are not cancelled: when a step is due, it checks whether it still applies. */
export class Schedule {
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  /** Adds a step, or replaces the existing step of the same kind for the same object. */
  plan({ kind, object, dueAt, clock }: DueStep): void {
    this.#database
      .prepare('insert or replace into due_steps (object, kind, due_at, clock) values (?, ?, ?, ?)')
      .run(object, kind, dueAt, clock)
  }

  /** Removes and returns the earliest step that is due by `until`. */
  takeNext(clock: string | null, until: number): DueStep | undefined {
    const row = this.#database
      .prepare(
        `delete from due_steps where rowid = (
           select rowid from due_steps where clock is ?1 and due_at <= ?2 order by due_at, rowid limit 1
         ) returning object, kind, due_at`,
      )
      .get(clock, until)
    if (!row) return undefined
    return { kind: row.kind as StepKind, object: String(row.object), dueAt: Number(row.due_at), clock }
  }
}
