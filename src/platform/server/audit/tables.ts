import type { ColumnType, Generated } from 'kysely'
import type { JsonObject } from '#platform/shared/json.ts'

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    audit_entry: {
      id: Generated<string>
      occurred_at: Date
      actor_id: string
      action: string
      object_kind: string
      object_id: string
      reason: string | null
      /** Written as JSON. */
      before: ColumnType<JsonObject | null, string | null, never>
      after: ColumnType<JsonObject | null, string | null, never>
    }
  }
}
