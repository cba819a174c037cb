import { randomUUID } from 'node:crypto'
import { sendEmail } from '#features/company/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { notifyStaffAccountChanged } from '../../server/notify-administrators.ts'
import { recordOwnAction } from '../../server/record-own-action.ts'
import type { Account } from '../../server/store.ts'
import { type FactorChange, factorChangedEmail } from './emails.ts'

/**
 * Emails the owner about every change to their factors and records it, so that no change goes unnoticed. If a staff
 * member's factor was removed, the administrators get an email too.
 */
export async function notifyFactorChanged(
  tx: Db,
  context: Context,
  account: Account,
  change: FactorChange,
): Promise<void> {
  await recordOwnAction(tx, context, account.id, change.kind)
  await sendEmail(tx, context, `${change.kind}:${randomUUID()}`, ({ company, publicUrl }) =>
    factorChangedEmail(account, company, change, { moment: context.now(), publicUrl }),
  )
  const isRemoved = change.kind === 'authenticator-off' || change.kind === 'passkey-removed'
  if (isRemoved && account.role !== 'member') await notifyStaffAccountChanged(tx, context, 'factor-removed', account)
}
