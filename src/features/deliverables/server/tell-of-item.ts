import { readCompany } from '#features/company/server/public.ts'
import { tellMember } from '#features/notifications/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { itemName } from '../rules/items.ts'
import { type NewsKind, news, newsLetter } from './emails.ts'
import { findReader, type ItemRow } from './store.ts'

/**
 * By the bell and, where they want letters of this kind, by mail.
 * @param cause what makes it told once: the version that was shown, the comment
 */
export async function tellOfItem(
  tx: Db,
  context: Context,
  row: ItemRow,
  { to, kind, cause }: { to: 'member' | 'consultant'; kind: NewsKind; cause: string | number },
): Promise<void> {
  const accountId = to === 'member' ? row.member_id : row.consultant_account_id
  const reader = accountId ? await findReader(tx, accountId, to) : undefined
  if (!accountId || !reader) return
  const path = to === 'member' ? `/portal/deliverables/${row.id}` : `/portal/consultant/deliverables/${row.id}`
  const told = news[kind]({ name: itemName(row), packageTitle: row.package_title })
  const reason = `deliverable:${row.id}:${kind}:${cause}`
  await tellMember(tx, context, {
    memberId: accountId as MemberId,
    reason,
    title: told.title.slice(0, 120),
    text: told.text,
    path,
  })
  if (reader.is_on === false) return
  const company = await readCompany(tx)
  const address = `${context.publicUrl}${path}`
  const { email, first_name: firstName } = reader
  await queueMail(tx, context, reason, newsLetter(told, { reader: { email, firstName }, company, address }))
}
