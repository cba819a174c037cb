import { recordAction } from '#platform/server/audit/record-action.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { JsonObject } from '#platform/shared/json.ts'

/**
 * Records a security action in the tamper-evident audit log. The actor is a user, or someone with a link sent to the
 * user's mailbox.
 */
export async function recordOwnAction(
  tx: Db,
  { now }: Context,
  accountId: MemberId,
  name: string,
  after?: JsonObject,
): Promise<void> {
  const object = { kind: 'member', id: accountId }
  const action = `account.${name}` as const
  await recordAction(tx, { now, actor: { memberId: accountId } }, { action, object, ...(after && { after }) })
}
