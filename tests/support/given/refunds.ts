import { randomUUID } from 'node:crypto'
import type { Member, TestApp } from '../app/start-app.ts'
import { startPaying } from './checkout.ts'

type Start = 'today' | 'later'

/**
 * A member who has paid for a package.
 * @param card the test card, which decides how the provider behaves
 */
export async function buy(
  app: TestApp,
  { member, packageId, card, start }: { member?: Member; packageId?: string; card?: string; start?: Start } = {},
) {
  const buyer = member ?? (await app.quickMember())
  const { id, clientSecret, paymentIntentId } = await startPaying(buyer, packageId, start)
  await app.pay(clientSecret, card)
  await app.settle()
  return { member: buyer, id, paymentIntentId }
}

/** The request that staff send to refund a purchase. */
export function newRefund(amount: number, details: Partial<{ requestId: string; endsAccess: boolean }> = {}) {
  return { requestId: randomUUID(), amount, reason: 'The final call did not take place', endsAccess: false, ...details }
}

type Refund = { id: string; amount: number; status: string; payment_intent: string; metadata: { refund_id?: string } }

/** The provider's refunds of a payment. */
export function refundsAtProvider(app: TestApp, paymentIntentId: string): Refund[] {
  const refunds = app.sandbox.objects('refund', 1_000) as unknown as Refund[]
  return refunds.filter(({ payment_intent }) => payment_intent === paymentIntentId)
}

/** Refunds as if on the provider's own dashboard instead of our site. */
export async function refundAtProvider(app: TestApp, values: Record<string, string>) {
  const response = await fetch(`${app.sandbox.url}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${app.keys.secretKey}` },
    body: new URLSearchParams(values),
  })
  return (await response.json()) as { id: string; status: string }
}

export function disputeAtProvider(app: TestApp, paymentIntentId: string): { id: string; status: string } {
  const disputes = app.sandbox.objects('dispute', 1_000) as unknown as {
    id: string
    payment_intent: string
    status: string
  }[]
  const dispute = disputes.find(({ payment_intent }) => payment_intent === paymentIntentId)
  if (!dispute) throw new Error(`${paymentIntentId} is not disputed`)
  return dispute
}

/** Our records of a purchase: status, ledger, credit notes, refunds and access. */
export async function readRecords(app: TestApp, purchaseId: string) {
  const [records] = await app.rows(
    `select purchase.status, purchase.refunded,
       (select array_agg(kind || ' ' || amount order by kind, amount) from payment_entry where purchase_id = purchase.id)
         as ledger,
       (select coalesce(sum(case kind when 'credit_note' then 1 else -1 end * (content->>'total')::int), 0)::int
         from document where purchase_id = purchase.id and kind <> 'invoice') as credited,
       (select coalesce(sum(case kind when 'credit_note' then 1 else -1 end * (content->>'tax')::int), 0)::int
         from document where purchase_id = purchase.id and kind <> 'invoice') as "creditedTax",
       (select array_agg(status order by requested_at, id) from refund where purchase_id = purchase.id) as refunds,
       exists (select from entitlement where purchase_id = purchase.id and cancelled_at is null) as runs
     from purchase where id = $1`,
    purchaseId,
  )
  return records
}

export function emailSubjectsTo(app: TestApp, { person }: Member): string[] {
  return app.mails.filter(({ to }) => to === person.email).map(({ subject }) => subject)
}
