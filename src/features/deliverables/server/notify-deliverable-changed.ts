import { notifyAccount } from '#features/notifications/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { deliverableName } from '../rules.ts'
import { type DeliverableEvent, deliverableEmail, deliverableMessages } from './emails.ts'
import { hasActiveConsultant } from './show-deliverable.ts'
import type { DeliverableRow } from './store.ts'

/**
 * Sends a notification in the portal and, if the recipient wants emails of this kind, an email.
 * @param cause makes the event unique, such as a version number or comment id, so that it is sent once
 */
export async function notifyDeliverableChanged(
  tx: Db,
  context: Context,
  row: DeliverableRow,
  { to, kind, cause }: { to: 'member' | 'consultant'; kind: DeliverableEvent; cause: string | number },
): Promise<void> {
  if (to === 'consultant' && !hasActiveConsultant(row)) return
  const accountId = (to === 'member' ? row.memberId : row.consultantAccountId) as MemberId
  const path = to === 'member' ? `/portal/deliverables/${row.id}` : `/portal/consultant/deliverables/${row.id}`
  const subject = { name: deliverableName(row), packageTitle: row.packageTitle }
  const message = deliverableMessages[kind](subject)
  await notifyAccount(tx, context, accountId, (reader) => ({
    reason: `deliverable:${row.id}:${kind}:${cause}`,
    title: message.title.slice(0, 120),
    text: message.text,
    path,
    kinds: ['deliverables'],
    email: (site) => deliverableEmail(message, { reader, subject, path, ...site }),
  }))
}
