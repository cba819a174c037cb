import type { TestApp } from './start-app.ts'

/** The audit entries for an object, oldest first. */
export async function listAuditEntries(app: TestApp, kind: string, id: string) {
  return app.rows(
    `select action, actor_id as who, reason, before, after from audit_entry
     where object_kind = $1 and object_id = $2 order by occurred_at, id`,
    kind,
    id,
  )
}
