import { wantsMail } from '#features/accounts/server/public.ts'
import { readCompany } from '#features/company/server/public.ts'
import { lockPurchase, type StoredPurchase } from '#features/purchases/server/public.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import { remindedBefore } from '../rules.ts'
import { convergePurchase } from './converge-purchase.ts'
import { unfinishedLetter } from './emails/unfinished-payment.ts'
import type { PaymentsContext } from './payments-context.ts'
import { findBuyer } from './refund-store.ts'
import { walkPendingPurchases } from './walk-pending-purchases.ts'

/** Work of `remindOfPaymentsJob`: whoever began to pay a day ago and did not finish is told once how to go on or stop. */
export async function remindOfPayments(context: PaymentsContext): Promise<void> {
  for await (const purchase of walkPendingPurchases(context, remindedBefore(context.now()))) {
    // One purchase that fails must not keep the others waiting.
    await remind(context, purchase).catch((error: unknown) => {
      context.log.error({ purchaseId: purchase.id, error: String(error) }, 'a payment could not be reminded of')
    })
  }
}

async function remind(context: PaymentsContext, { id }: StoredPurchase) {
  // The provider may know of a payment that nobody has told us of.
  const outcome = await convergePurchase(context, id)
  if (outcome !== 'open' && outcome !== 'at-bank') return
  await context.db.transaction().execute(async (tx) => {
    const purchase = await lockPurchase(tx, id)
    const buyer = await findBuyer(tx, id)
    // Paid or cancelled a moment ago; and whoever has left gets no letters any more.
    if (purchase?.status !== 'pending' || !buyer) return
    if (!(await wantsMail(tx, purchase.memberId, 'purchases'))) return
    const company = await readCompany(tx)
    const { publicUrl, provider } = context
    const letter = unfinishedLetter({ purchase, buyer, company, publicUrl, isLive: provider.isLive })
    await queueMail(tx, context, `unfinished-payment:${id}`, letter)
  })
}
