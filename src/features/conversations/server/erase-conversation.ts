import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { deleteMails } from '#platform/server/mail/store.ts'
import type { DataSubject } from '#platform/server/personal-data.ts'
import { deleteConversation, findConversation, lockMember } from './personal-store.ts'
import { companyLetterReason } from './tell-company.ts'

/** With the letters to the company, which name whoever waits. Those to the member go with all their letters. */
export async function eraseConversation(tx: Db, _: Context, { memberId }: DataSubject): Promise<void> {
  await lockMember(tx, memberId)
  const conversation = await findConversation(tx, memberId)
  if (!conversation) return
  const letters = Array.from({ length: conversation.company_letters }, (__, index) => index + 1)
  await deleteMails(
    tx,
    letters.map((number) => companyLetterReason(memberId, number)),
  )
  await deleteConversation(tx, memberId)
}
