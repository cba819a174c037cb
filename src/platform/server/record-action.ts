import type { JsonObject, JsonValue } from '#platform/shared/json.ts'
import { insertEntry } from './audit/store.ts'
import type { MemberContext } from './context.ts'
import type { Db } from './db/tables.ts'

type Action = {
  /** `<object>.<past participle>`, such as `purchase.refunded` or `package.version-published`. */
  action: `${string}.${string}`
  object: { kind: string; id: string }
  /** In the words of who did it. */
  reason?: string
  /** Of the object, only what the action changes. */
  before?: JsonObject
  after?: JsonObject
}

/**
 * Writes into the audit log what staff do, in the transaction that does it: neither happens without the other. By ids
 * and figures of the business, never with names or words of members: the log keeps it after they have left.
 */
export async function recordAction(
  tx: Db,
  { now, actor }: Pick<MemberContext, 'now' | 'actor'>,
  { action, object, reason, before, after }: Action,
): Promise<void> {
  requireNoSecrets(before)
  requireNoSecrets(after)
  await insertEntry(tx, {
    occurred_at: now(),
    actor_id: actor.memberId,
    action,
    object_kind: object.kind,
    object_id: object.id,
    reason: reason || null,
    before: before ? JSON.stringify(before) : null,
    after: after ? JSON.stringify(after) : null,
  })
}

const SECRET = /password|secret|token|hash|recovery.?code/i

/** What must not be kept is not kept, however deep it stands: the mistake shows in the first test that makes it. */
function requireNoSecrets(value: JsonValue | undefined): void {
  if (value === null || typeof value !== 'object') return
  for (const [key, inside] of Object.entries(value)) {
    if (SECRET.test(key)) throw new Error(`The audit log never holds secrets, such as ${key}`)
    requireNoSecrets(inside)
  }
}
