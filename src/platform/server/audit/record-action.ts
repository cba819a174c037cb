import type { Actor } from '#platform/shared/actor.ts'
import type { JsonObject, JsonValue } from '#platform/shared/json.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/tables.ts'
import { insertEntry } from './store.ts'

type Action = {
  /** `<object>.<past participle>`, such as `purchase.refunded` or `package.version-published`. */
  action: `${string}.${string}`
  object: { kind: string; id: string }
  /** The actor's own explanation. */
  reason?: string
  /** Only the fields that the action changes. */
  before?: JsonObject
  after?: JsonObject
}

/**
 * Records actions by staff, and any change to a login, in the same transaction as the action itself. Use ids and
 * business metrics, never members' names or text, because the log outlives their accounts. The database seals each
 * entry together with the one before (migration 0071).
 */
export async function recordAction(
  tx: Db,
  { now, actor }: Pick<Context, 'now'> & { actor: Pick<Actor, 'memberId'> | 'operator' },
  { action, object, reason, before, after }: Action,
): Promise<void> {
  requireNoSecrets(before)
  requireNoSecrets(after)
  await insertEntry(tx, {
    occurredAt: now(),
    actorId: actor === 'operator' ? null : actor.memberId,
    action,
    objectKind: object.kind,
    objectId: object.id,
    reason: reason || null,
    before: before ? JSON.stringify(before) : null,
    after: after ? JSON.stringify(after) : null,
  })
}

const SECRET = /password|secret|token|hash|recovery.?code/i

/** Rejects secrets at any depth, so any test of a faulty call fails. */
function requireNoSecrets(value: JsonValue | undefined): void {
  if (value === null || typeof value !== 'object') return
  for (const [key, nested] of Object.entries(value)) {
    if (SECRET.test(key)) throw new Error(`The audit log must not contain secrets such as ${key}`)
    requireNoSecrets(nested)
  }
}
