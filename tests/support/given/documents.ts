import {
  completePurchase,
  insertPurchase,
  issueCreditNote,
  reverseCreditNote,
} from '#features/purchases/server/public.ts'
import type { Buyer } from '#features/purchases/server/store.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { TestApp } from '../app/start-app.ts'

/** Downloads a file. */
export async function download(app: TestApp, member: { token: string }, url: string) {
  const { rawPayload, headers, statusCode } = await app.app.inject({
    url,
    headers: { authorization: `Bearer ${member.token}` },
  })
  return {
    bytes: new Uint8Array(rawPayload),
    name: /filename="(.+)"/.exec(`${headers['content-disposition']}`)?.[1],
    statusCode,
  }
}

const consumer: Buyer = { kind: 'consumer', companyName: null, vatNumber: null, address: null, country: null }

type InvoiceOptions = {
  packageId?: string
  market?: 'uk' | 'international'
  buyer?: Partial<Buyer>
  paymentMode?: 'sandbox' | 'stripe'
  paidAt?: Date
}

/** A paid purchase with its invoice, inserted directly because checkouts do not sell every package everywhere. */
export async function givenInvoice(
  app: TestApp,
  member: { id: string },
  {
    packageId = 'my-future-basic',
    market = 'uk',
    buyer,
    paymentMode = 'sandbox',
    paidAt = app.clock.now(),
  }: InvoiceOptions = {},
): Promise<string> {
  const { body } = await app.visitor.get(`/api/quotes/${market}/${packageId}`)
  const { package: offer, price } = body.data
  const { db } = app.context
  const id = await insertPurchase(db, {
    memberId: member.id as MemberId,
    packageId,
    packageVersion: offer.version,
    price,
    consent: { start: 'today', version: 'test', at: paidAt },
    paymentMode,
    buyer: { ...consumer, ...buyer },
    subscriptionId: null,
    upgrade: null,
    createdAt: paidAt,
  })
  if (!id) throw new Error('This package already has an open purchase')
  const context = { ...app.context, provider: { isLive: paymentMode === 'stripe' }, now: () => paidAt }
  await db.transaction().execute((tx) => completePurchase(tx, context, { purchaseId: id, paidAt }))
  return id
}

/** A refund with its credit note. @returns the refund's id */
export async function givenCreditNote(
  app: TestApp,
  purchaseId: string,
  amount: number,
  reason: string,
  issuedAt = app.clock.now(),
) {
  const [{ id: refundId }] = await app.rows(
    `insert into refund (purchase_id, kind, reason, amount, currency, status, ends_access, requested_at)
     select id, 'staff', $2, $3, currency, 'requested', false, now() from purchase where id = $1 returning id`,
    purchaseId,
    reason,
    amount,
  )
  const { db } = app.context
  const context = { ...app.context, now: () => issuedAt }
  await db.transaction().execute((tx) => issueCreditNote(tx, context, { purchaseId, amount, reason, refundId }))
  return refundId as string
}

export async function givenReversal(app: TestApp, purchaseId: string, refundId: string) {
  const reason = 'The bank refused it.'
  const { db } = app.context
  await db
    .transaction()
    .execute((tx) => reverseCreditNote(tx, app.context, { purchaseId, remaining: 0, reason, refundId }))
}
