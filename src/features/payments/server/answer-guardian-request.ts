import { hashToken } from '#features/accounts/server/public.ts'
import { checkoutOf } from '#features/catalogue/server/public.ts'
import { readCompany } from '#features/company/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { addressKey, type Limit } from '#platform/server/limits.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type * as contract from '../contract/guardian.ts'
import { guardianAgreedLetter, guardianRefusedLetter } from './emails/guardian.ts'
import { findOpenRequest, writeAnswer } from './guardian-store.ts'

/** Nobody guesses 256 bits: this only keeps the work of it small. */
const tries: Limit = { name: 'guardian-answer', attempts: 60, seconds: 900 }

/** The guardian's yes or no, once. The member reads of it by mail. */
export async function answerGuardianRequest(
  context: Context,
  { token, agrees }: BodyOf<typeof contract.answerGuardianRequest>,
  address: string,
): Promise<void> {
  await context.limits.count(tries, addressKey(address))
  const now = context.now()
  await context.db.transaction().execute(async (tx) => {
    const request = await findOpenRequest(tx, hashToken(token).toString('hex'), now)
    if (!request || !(await writeAnswer(tx, request.id, { agrees, now }))) throw new Refused('link-over')

    const { member, package: offer, market } = request
    const checkoutUrl = `${context.publicUrl}${checkoutOf(market, offer.id)}`
    const writeLetter = agrees ? guardianAgreedLetter : guardianRefusedLetter
    const letter = writeLetter({ member, packageTitle: offer.title, company: await readCompany(tx), checkoutUrl })
    await queueMail(tx, context, `guardian-answer:${request.id}`, letter)
  })
}
