import type { Generated } from 'kysely'

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    last_backup: {
      is_only: Generated<boolean>
      made_at: Date
    }
  }
}
