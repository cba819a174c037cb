import { expect } from 'vitest'
import type { TestApp } from '../app/start-app.ts'

// Compares our records of a member's purchases with the provider's.

type Line = { kind: string; providerId: string; amount: number }
type RefundRow = { status: string; amount: number; endsAccess: boolean }

type Purchase = {
  id: string
  status: string
  currency: string
  net: number
  discount: number
  total: number
  tax: number
  refunded: number
  startsNow: boolean
  paymentIntentId: string | null
  subscriptionId: string | null
  invoiceId: string | null
  numbers: number
  entitlements: number
  runs: boolean
  isOver: boolean
  invoices: number
  invoicedDiscount: number
  credited: number
  creditedTax: number
  creditedDiscount: number
  notesOfRefunds: number
  notesOfDisputes: number
  confirmations: number
  mails: number
  emailsOfRefunds: number
  emailsOfDisputes: number
  ledger: Line[]
  refunds: RefundRow[]
  disputes: { status: string; amount: number }[]
}

type Intent = {
  id: string
  status: string
  amount: number
  amount_received: number
  currency: string
  latest_charge: string | null
  metadata: { purchase_id?: string }
}
type ProviderMovement = { id: string; status: string; amount: number; payment_intent: string }

export type Books = Purchase & {
  payments: Intent[]
  providerRefunds: ProviderMovement[]
  providerDisputes: ProviderMovement[]
}

/** More objects than one history creates, so the provider's newest objects include all of them. */
const RECENT = 100

const objects = <Kind>(app: TestApp, kind: string) => app.sandbox.objects(kind, RECENT) as unknown as Kind[]

/** Reads a member's purchases, with our records and the provider's objects. */
export async function readBooks(app: TestApp, memberId: string): Promise<Books[]> {
  const purchases = (await app.rows(PURCHASES_SQL, memberId, app.clock.now())) as Purchase[]
  const intents = objects<Intent>(app, 'payment_intent')
  const refunds = objects<ProviderMovement>(app, 'refund')
  const disputes = objects<ProviderMovement>(app, 'dispute')
  return purchases.map((purchase) => {
    const payments = intents.filter(
      ({ id, metadata }) => id === purchase.paymentIntentId || metadata.purchase_id === purchase.id,
    )
    const belongsToPurchase = ({ payment_intent: paymentId }: ProviderMovement) =>
      payments.some(({ id }) => id === paymentId)
    return {
      ...purchase,
      payments,
      providerRefunds: refunds.filter(belongsToPurchase),
      providerDisputes: disputes.filter(belongsToPurchase),
    }
  })
}

const PURCHASES_SQL = `
  select purchase.id, purchase.status, purchase.currency, net, discount, total, tax, refunded, consent_start_now as "startsNow",
    payment_intent_id as "paymentIntentId", subscription_id as "subscriptionId", provider_invoice_id as "invoiceId",
    (purchase.reference is not null)::int as numbers,
    (select count(*)::int from entitlement where purchase_id = purchase.id) as entitlements,
    exists (select from entitlement where purchase_id = purchase.id and cancelled_at is null) as runs,
    exists (select from entitlement where purchase_id = purchase.id and ends_at <= $2) as "isOver",
    (select count(*)::int from document where purchase_id = purchase.id and kind = 'invoice') as invoices,
    (select coalesce(sum((content->'discount'->>'amount')::int), 0)::int from document
      where purchase_id = purchase.id and kind = 'invoice') as "invoicedDiscount",
    ${credited("->>'total'")} as credited, ${credited("->>'tax'")} as "creditedTax",
    ${credited("->'discount'->>'amount'")} as "creditedDiscount",
    ${count('document where purchase_id = purchase.id and kind = $$credit_note$$ and refund_id is not null')}
      as "notesOfRefunds",
    ${count('document where purchase_id = purchase.id and dispute_id is not null')} as "notesOfDisputes",
    ${count('pgboss.job where name = $$send-purchase-confirmation$$ and data->>$$purchaseId$$ = purchase.id::text')} as confirmations,
    ${count('email where reason = $$purchase-confirmation:$$ || purchase.id')} as mails,
    ${count('email join refund on email.reason in ($$refund-issued:$$ || refund.id, $$withdrawal:$$ || refund.id) where purchase_id = purchase.id')}
      as "emailsOfRefunds",
    ${count('email join dispute on email.reason = $$dispute-lost:$$ || provider_id where purchase_id = purchase.id')}
      as "emailsOfDisputes",
    ${list('kind, provider_id as "providerId", amount', 'payment_entry')} as ledger,
    ${list('status, amount, ends_access as "endsAccess"', 'refund')} as refunds,
    ${list('status, amount', 'dispute')} as disputes
  from purchase where member_id = $1 order by purchase.created_at, purchase.id`

function count(rowsSql: string): string {
  return `(select count(*)::int from ${rowsSql})`
}

/** @param amount such as "->>'total'" */
function credited(amount: string): string {
  return `(select coalesce(sum(case kind when 'credit_note' then 1 else -1 end * (content${amount})::int), 0)::int
    from document where purchase_id = purchase.id and kind <> 'invoice')`
}

function list(columns: string, table: string): string {
  return `coalesce((select json_agg(found) from (select ${columns} from ${table} where purchase_id = purchase.id) found), '[]')`
}

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
const sumAmounts = (movements: { amount: number }[]) => sum(movements.map(({ amount }) => amount))

/** Checks what must be true at every moment, even if messages are lost or late. */
export function expectSound(books: Books): void {
  const { status, total, payments, entitlements, invoices, confirmations, numbers } = books
  const isPaid = ['completed', 'partially_refunded', 'refunded', 'disputed'].includes(status)
  // Each purchase has at most one payment, and it is for the agreed amount. A paid purchase has been charged in full.
  expect(payments.length).toBeLessThanOrEqual(1)
  for (const { amount, currency } of payments) expect([amount, currency]).toEqual([total, books.currency.toLowerCase()])
  if (isPaid) expect(payments).toMatchObject([{ amount_received: total }])
  // A paid purchase has exactly one of each; any other purchase has none.
  const expectedCount = isPaid ? 1 : 0
  const charged = books.ledger.filter(({ kind }) => kind === 'charge').map(({ amount }) => amount)
  expect({ charged, entitlements, invoices, confirmations, numbers }).toEqual({
    charged: isPaid ? [total] : [],
    entitlements: expectedCount,
    invoices: expectedCount,
    confirmations: expectedCount,
    numbers: expectedCount,
  })
  // Documents carry the discount of the purchase, and credit notes their share of it.
  const { discount, creditedDiscount, credited: totalCredited } = books
  expect(books.invoicedDiscount).toBe(isPaid ? discount : 0)
  expect(creditedDiscount).toBe(Math.floor((totalCredited * discount * 2 + total) / (total * 2)))
  expectSoundRefunds(books)
}

function expectSoundRefunds(books: Books): void {
  const { status, total, tax, ledger, refunds, disputes, credited: totalCredited } = books
  // Each ledger entry exists at the provider, and only once in our ledger.
  const allowedLines = linesAtProvider(books)
  for (const line of ledger) expect(allowedLines).toContainEqual(line)
  const entryIds = ledger.map(({ kind, providerId }) => `${kind} ${providerId}`)
  expect(new Set(entryIds).size).toBe(entryIds.length)
  // The balance is never negative and never above the amount paid.
  const balance = sumAmounts(ledger)
  expect(balance >= 0 && balance <= total).toBe(true)
  const effectiveRefunds = refunds.filter((refund) => refund.status !== 'failed')
  const lostDisputes = disputes.filter((dispute) => dispute.status === 'lost')
  expect(books.refunded).toBe(sumAmounts(effectiveRefunds) + sumAmounts(lostDisputes))
  expect(books.refunded <= total).toBe(true)
  // The invoice minus its credit notes equals the ledger, except for undecided disputes, and the tax is proportional.
  const undecided = disputes.filter((dispute) => dispute.status === 'open')
  if (ledger.length > 0) expect(total - totalCredited).toBe(balance + sumAmounts(undecided))
  expect(books.creditedTax).toBe(Math.floor((totalCredited * tax * 2 + total) / (total * 2)))
  // A purchase is refunded only if it was refunded in full. Only lost disputes and refunds meant to end the package end
  // it.
  expect(status === 'disputed').toBe(undecided.length > 0)
  if (undecided.length === 0) expect(status === 'refunded').toBe(totalCredited === total && ledger.length > 0)
  const isEnded = effectiveRefunds.some(({ endsAccess }) => endsAccess) || lostDisputes.length > 0
  if (books.entitlements > 0 && !books.isOver) expect(books.runs).toBe(!isEnded)
  if (status === 'refunded') expect(books.runs).toBe(false)
  // There is one email per credit note. That of a cancellation comes first, while its refund is still to be sent.
  const early = books.emailsOfRefunds - books.notesOfRefunds
  expect(early >= 0 && early <= refunds.filter((refund) => refund.status === 'requested').length).toBe(true)
  expect(books.emailsOfDisputes).toBe(books.notesOfDisputes)
}

/** All ledger entries that the provider's objects justify. */
function linesAtProvider({ payments, providerRefunds, providerDisputes }: Books): Line[] {
  const line = (kind: string, providerId: string, amount: number) => ({ kind, providerId, amount })
  return [
    ...payments.map((payment) => line('charge', `${payment.latest_charge}`, payment.amount_received)),
    ...providerRefunds.map(({ id, amount }) => line('refund', id, -amount)),
    ...providerRefunds.flatMap(({ id, amount, status }) =>
      status === 'failed' ? [line('refund_reversal', id, amount)] : [],
    ),
    ...providerDisputes.map(({ id, amount }) => line('dispute', id, -amount)),
    ...providerDisputes.flatMap(({ id, amount, status }) =>
      status === 'won' ? [line('dispute_reversal', id, amount)] : [],
    ),
  ]
}

/** Checks that once all events have arrived, the ledger equals what the provider charged, refunded and lost. */
export function expectSettled(books: Books): void {
  const { payments, providerRefunds, providerDisputes, ledger } = books
  const outgoing = [
    ...providerRefunds.filter(({ status }) => status !== 'failed'),
    ...providerDisputes.filter(({ status }) => status !== 'won'),
  ]
  const received = sum(payments.map(({ amount_received: amount }) => amount))
  expect(sumAmounts(ledger)).toBe(received - sumAmounts(outgoing))
  expect([books.mails, books.entitlements]).toEqual(received > 0 ? [1, 1] : [0, 0])
  expect(books.refunds.filter(({ status }) => status === 'requested')).toEqual([])
}

/** Checks that each number sequence runs from 1 without a gap. */
export async function expectNoGaps(app: TestApp): Promise<void> {
  const sequences = await app.rows(
    'select sequence, count(*)::int as count, min(number)::int as first, max(number)::int as last from document group by 1',
  )
  for (const { count, first, last } of sequences) expect([first, last]).toEqual([1, count])
}

/** Checks that the ledger's total equals all movements of the provider's balance, excluding fees. */
export async function expectSameBalance(app: TestApp): Promise<void> {
  const movements = app.sandbox.objects('balance_transaction', 1_000_000) as unknown as { amount: number }[]
  const [ledger] = await app.rows('select coalesce(sum(amount), 0)::int as amount from payment_entry')
  expect(ledger.amount).toBe(sumAmounts(movements))
}
