import { randomUUID } from 'node:crypto'
import { findAccount } from '#features/accounts/server/public.ts'
import { readCompany } from '#features/company/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { Limit } from '#platform/server/limits.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import { recordAction } from '#platform/server/record-action.ts'
import { testLetter } from './emails.ts'

const aFewTimes: Limit = { name: 'test-letter', attempts: 10, seconds: 3_600 }

/** To whoever asks, and to nobody else. */
export async function sendTestLetter(context: MemberContext): Promise<null> {
  const { db, actor, limits, publicUrl } = context
  await limits.count(aFewTimes, actor.memberId)
  return db.transaction().execute(async (tx) => {
    const member = await findAccount(tx, actor.memberId)
    if (!member) throw new Error('Whoever is logged in has no account')
    const id = randomUUID()
    await queueMail(tx, context, `test-letter:${id}`, testLetter({ member, company: await readCompany(tx), publicUrl }))
    await recordAction(tx, context, { action: 'mail.tested', object: { kind: 'test-letter', id } })
    return null
  })
}
