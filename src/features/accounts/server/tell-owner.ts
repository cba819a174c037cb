import { randomUUID } from 'node:crypto'
import { readCompany } from '#features/company/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import { type FactorChange, factorLetter } from './emails/second-factor.ts'
import type { Account } from './store.ts'

/** A letter for each change of how somebody proves who they are, so that none happens unnoticed. */
export async function tellOwner(tx: Db, context: Context, account: Account, change: FactorChange): Promise<void> {
  const { publicUrl } = context
  const letter = factorLetter(account, await readCompany(tx), change, { moment: context.now(), publicUrl })
  await queueMail(tx, context, `${change.kind}:${randomUUID()}`, letter)
}
