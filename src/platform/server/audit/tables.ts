import type { ColumnType } from 'kysely'
import type { JsonObject } from '#platform/shared/json.ts'

declare module '../db/tables.ts' {
  interface ColumnTypes {
    auditEntry: {
      before: ColumnType<JsonObject | null, string | null, never>
      after: ColumnType<JsonObject | null, string | null, never>
    }
  }
}
