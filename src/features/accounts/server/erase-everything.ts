import { readCompany } from '#features/company/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import type { PersonalDataAreas } from '#platform/server/personal-data.ts'
import { Refused } from '#platform/shared/refused.ts'
import { accountDeletedLetter } from './emails/leaving.ts'
import { foretellDeletion } from './get-deletion.ts'
import { getMe } from './get-me.ts'
import { getDataSubject, insertErasure } from './personal-store.ts'

/**
 * What other places have to settle first, then everything of the actor in one transaction (PRODUCT D14).
 * @param record what is written down beside it
 */
export async function eraseEverything(
  context: MemberContext,
  areas: PersonalDataAreas,
  record: (tx: Db) => Promise<void> = async () => {},
): Promise<void> {
  const { db, actor, now } = context
  if (actor.role !== 'member') throw new Refused('staff-account')
  const user = await getMe(context)
  const subject = await getDataSubject(db, actor.memberId)
  for (const { settleFor } of Object.values(areas)) await settleFor?.(context, subject)

  await db.transaction().execute(async (tx) => {
    // First of all: pressed twice at once, the second would erase the letter of the first.
    if (!(await insertErasure(tx, actor.memberId, now()))) return
    const consequences = await foretellDeletion(tx, areas, subject, now())
    for (const { eraseFrom } of Object.values(areas)) await eraseFrom(tx, context, subject)
    const letter = accountDeletedLetter(user, await readCompany(tx), consequences)
    await queueMail(tx, context, `account-deleted:${actor.memberId}`, letter, { isForgottenOnceSent: true })
    await record(tx)
  })
}
