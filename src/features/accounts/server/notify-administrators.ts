import { randomUUID } from 'node:crypto'
import { readEmailSite } from '#features/company/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { queueEmail } from '#platform/server/email/queue-email.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { fullName } from '#platform/shared/person-name.ts'
import { type Alert, alertEmail } from './emails.ts'
import { type Account, listAdministrators } from './store.ts'

/** Emails every administrator except the one concerned, who gets a separate email. */
export async function notifyAdministrators(
  tx: Db,
  context: Context,
  alert: Alert,
  { except, reason = randomUUID() }: { except?: MemberId; reason?: string } = {},
): Promise<void> {
  const { company, publicUrl } = await readEmailSite(tx, context)
  for (const administrator of await listAdministrators(tx)) {
    if (administrator.id === except) continue
    const email = alertEmail(administrator, company, alert, { happenedAt: context.now(), publicUrl })
    await queueEmail(tx, context, `alert:${reason}:${administrator.id}`, email)
  }
}

export async function notifyStaffAccountChanged(
  tx: Db,
  context: Context,
  kind: Exclude<Alert['kind'], 'audit-broken'>,
  { id, firstName, lastName, email }: Pick<Account, 'id' | 'firstName' | 'lastName' | 'email'>,
): Promise<void> {
  const person = { name: fullName(firstName, lastName), email }
  await notifyAdministrators(tx, context, { kind, person }, { except: id })
}
