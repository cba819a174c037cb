import { sendEmail } from '#features/company/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { anomalyEmail } from './emails.ts'
import { insertAnomaly, type NewAnomaly } from './store.ts'

/** Stores the anomaly and queues the email to the company in one transaction. Each case is reported once. */
export async function reportAnomaly(db: Db, context: Context, anomaly: Omit<NewAnomaly, 'foundAt'>): Promise<void> {
  const save = async (tx: Db) => {
    const id = await insertAnomaly(tx, { ...anomaly, foundAt: context.now() })
    if (!id) return
    await sendEmail(tx, context, `payment-anomaly:${id}`, (site) => anomalyEmail({ ...anomaly, ...site }))
  }
  await (db.isTransaction ? save(db) : db.transaction().execute(save))
}
