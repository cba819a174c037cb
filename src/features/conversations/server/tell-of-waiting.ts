import type { Context } from '#platform/server/context.ts'
import { lastQuietMoment } from '../rules/waiting.ts'
import { listUntold } from './letter-store.ts'
import { lockConversation } from './store.ts'
import { tellCompany } from './tell-company.ts'

/** What members wrote while the last letter to the company was from a moment ago, and nobody has answered since. */
export async function tellOfWaiting(context: Context): Promise<void> {
  const { db, now } = context
  for (const memberId of await listUntold(db, lastQuietMoment(now()))) {
    await db.transaction().execute(async (tx) => {
      const conversation = await lockConversation(tx, memberId)
      if (conversation?.is_company_untold) await tellCompany(tx, context, conversation)
    })
  }
}
