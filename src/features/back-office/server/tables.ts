import type { Generated } from 'kysely'

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    member_note: {
      id: Generated<string>
      member_id: string
      author_id: string
      text: string
      written_at: Date
    }
  }
}
