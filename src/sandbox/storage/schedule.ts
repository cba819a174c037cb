import type { DatabaseSync } from 'node:sqlite'

export type StepKind =
  | 'announce_renewal'
  | 'collect_invoice'
  | 'expire_subscription'
  | 'finalize_invoice'
  | 'renew_subscription'

/** Something that the provider does by itself when its time has come. */
export interface DueStep {
  kind: StepKind
  /** The object that it is about. */
  object: string
  /** Seconds since 1970. */
  dueAt: number
  /** The test clock that it goes by; `null` is the sandbox's own. */
  clock: string | null
}

/** What is to be done later. A step is not taken back: when its time comes it looks whether it still applies. */
export class Schedule {
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  /** Replaces a step of the same kind about the same object. */
  plan({ kind, object, dueAt, clock }: DueStep): void {
    this.#database
      .prepare('insert or replace into due_steps (object, kind, due_at, clock) values (?, ?, ?, ?)')
      .run(object, kind, dueAt, clock)
  }

  /** The earliest step that is due by then, which is no longer in the schedule afterwards. */
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
