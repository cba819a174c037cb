import type { Context } from '#platform/server/context.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import { findCompletion } from './completion-store.ts'
import { purchaseLetter } from './emails.ts'

/** Work of `sendPurchaseLetterJob`: the member's letter, once, however often the work is asked for. None once they have left. */
export async function sendPurchaseLetter(context: Context, purchaseId: string): Promise<void> {
  const completion = await findCompletion(context.db, purchaseId)
  if (!completion) return
  const letter = purchaseLetter({ ...completion, publicUrl: context.publicUrl })
  await context.db.transaction().execute((tx) => queueMail(tx, context, letterReason(purchaseId), letter))
}

/** What the letter is about: the mail of a purchase is written once under this reason. */
export function letterReason(purchaseId: string): string {
  return `purchase-confirmation:${purchaseId}`
}
