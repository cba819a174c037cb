import { readCompany } from '#features/company/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { mayTellCompany } from '../rules/waiting.ts'
import { companyLetter } from './emails.ts'
import { findCorrespondent, noteCompanyTold, noteCompanyUntold } from './letter-store.ts'
import type { ConversationRow } from './store.ts'

/** Of a locked conversation: by a letter, or by the next one where the last is from a moment ago. */
export async function tellCompany(tx: Db, context: Context, conversation: ConversationRow): Promise<void> {
  const memberId = conversation.member_id as MemberId
  const now = context.now()
  if (!mayTellCompany(conversation.company_told_at, now)) return noteCompanyUntold(tx, memberId)
  const member = await findCorrespondent(tx, memberId)
  if (!member) return
  const letter = companyLetter({ member, company: await readCompany(tx), publicUrl: context.publicUrl })
  const number = conversation.company_letters + 1
  await queueMail(tx, context, companyLetterReason(memberId, number), letter)
  await noteCompanyTold(tx, memberId, { number, now })
}

export function companyLetterReason(memberId: MemberId, number: number): string {
  return `conversation:${memberId}:company:${number}`
}
