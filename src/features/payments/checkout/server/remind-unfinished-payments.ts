import { findPresentAccount, optOutUrl, wantsEmail } from '#features/accounts/server/public.ts'
import { sendEmail } from '#features/company/server/public.ts'
import { lockPurchase, type StoredPurchase } from '#features/purchases/server/public.ts'
import { attemptLogged } from '#platform/server/jobs/process-batch.ts'
import type { PaymentsContext } from '../../server/payments-context.ts'
import { reminderCutoff } from '../rules.ts'
import { unfinishedPaymentEmail } from './emails.ts'
import { syncPurchase } from './sync-purchase.ts'
import { walkPendingPurchases } from './walk-pending-purchases.ts'

/** Reminds members once, a day after they started a payment, how to finish or cancel it. */
export async function remindUnfinishedPayments(context: PaymentsContext): Promise<void> {
  for await (const purchase of walkPendingPurchases(context, reminderCutoff(context.now()))) {
    const logFields = { purchaseId: purchase.id }
    await attemptLogged(context.log, logFields, 'unfinished payment reminder failed', () => remind(context, purchase))
  }
}

async function remind(context: PaymentsContext, { id }: StoredPurchase) {
  // Stripe may already have taken a payment that we have not received the event for.
  const outcome = await syncPurchase(context, id)
  if (outcome !== 'open' && outcome !== 'at-bank') return
  await context.db.transaction().execute(async (tx) => {
    const purchase = await lockPurchase(tx, id)
    // Skip the reminder if the payment was made or cancelled a moment ago, or the member's account is deleted.
    if (purchase?.status !== 'pending') return
    const buyer = await findPresentAccount(tx, purchase.memberId)
    if (!buyer) return
    if (!(await wantsEmail(tx, purchase.memberId, 'purchases'))) return
    const { isLive } = context.provider
    await sendEmail(tx, context, `unfinished-payment:${id}`, (site) => ({
      ...unfinishedPaymentEmail({ purchase, buyer, isLive, ...site }),
      optOutUrl: optOutUrl(context, { kind: 'purchases', memberId: purchase.memberId }),
    }))
  })
}
