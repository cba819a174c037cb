import type { Generated, GeneratedAlways } from 'kysely'
import type { ItemState } from '../contract.ts'

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    deliverable_item: {
      id: Generated<string>
      sequence: GeneratedAlways<string>
      entitlement_id: string
      member_id: string
      line_key: string
      number: number
      promised: number
      title: string
      unit: string
      /** "2026-11-21". Read it as text: a driver makes a moment of some zone of it. */
      due_on: string
      consultant_id: string | null
      state: Generated<Exclude<ItemState, 'closed'>>
      asked_at: Date | null
      approved_at: Date | null
      delivered_at: Date | null
      planned_at: Date
    }
    item_version: {
      id: Generated<string>
      item_id: string
      number: number
      file_id: string | null
      note: string | null
      made_at: Date
      published_at: Date | null
    }
    item_comment: {
      id: Generated<string>
      item_id: string
      author: 'member' | 'consultant'
      asks_change_of: number | null
      text: string
      written_at: Date
    }
  }
}
