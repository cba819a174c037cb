import { readCompany } from '#features/company/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import { insertAnomaly, type NewAnomaly } from './anomaly-store.ts'
import { anomalyLetter } from './emails.ts'

/** Writes a case down, and the letter that tells the company of it: once each, together. */
export async function reportAnomaly(db: Db, context: Context, found: Omit<NewAnomaly, 'foundAt'>): Promise<void> {
  const write = async (tx: Db) => {
    const id = await insertAnomaly(tx, { ...found, foundAt: context.now() })
    if (!id) return
    await queueMail(tx, context, `payment-anomaly:${id}`, anomalyLetter(found, await readCompany(tx)))
  }
  await (db.isTransaction ? write(db) : db.transaction().execute(write))
}
