import type { Generated } from 'kysely'

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    notification: {
      id: Generated<string>
      member_id: string
      reason: string
      title: string
      text: string
      path: string
      created_at: Date
      read_at: Date | null
    }
  }
}
