import { randomUUID } from 'node:crypto'
import { startPaying } from './checkout.ts'
import type { Member, TestApp } from './start-app.ts'

type Consents = { startNow: boolean; acknowledgeLoss: boolean }

/** Somebody who has paid for a package and has it, with the card that behaves as the test wants. */
export async function buy(
  app: TestApp,
  {
    member,
    packageId,
    card,
    consents,
  }: { member?: Member; packageId?: string; card?: string; consents?: Consents } = {},
) {
  const buyer = member ?? (await app.quickMember())
  const { id, clientSecret, paymentIntentId } = await startPaying(buyer, packageId, consents)
  await app.pay(clientSecret, card)
  await app.settle()
  return { member: buyer, id, paymentIntentId }
}

/** What a member of staff sends to give money back. */
export function refundOf(amount: number, given: Partial<{ requestId: string; endsAccess: boolean }> = {}) {
  return { requestId: randomUUID(), amount, reason: 'The final call did not take place', endsAccess: false, ...given }
}

type Refund = { id: string; amount: number; status: string; payment_intent: string; metadata: { refund_id?: string } }

/** The provider's own view of what went back of a payment. */
export function refundsAtProvider(app: TestApp, paymentIntentId: string): Refund[] {
  const refunds = app.sandbox.objects('refund', 1_000) as unknown as Refund[]
  return refunds.filter(({ payment_intent }) => payment_intent === paymentIntentId)
}

/** Somebody works at the provider's own pages. */
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
  const found = disputes.find(({ payment_intent }) => payment_intent === paymentIntentId)
  if (!found) throw new Error(`${paymentIntentId} is not disputed`)
  return found
}

/** What stands in the books about a purchase. */
export async function booksOf(app: TestApp, purchaseId: string) {
  const [books] = await app.rows(
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
  return books
}

export function lettersTo(app: TestApp, { person }: Member): string[] {
  return app.mails.filter(({ to }) => to === person.email).map(({ subject }) => subject)
}
