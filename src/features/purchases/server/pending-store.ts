import './tables.ts'
import { sql } from 'kysely'
import type { Price } from '#features/catalogue/contract.ts'
import { preparedRows } from '#platform/server/db/prepared.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { sessionOver } from '#platform/server/http/problem.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { PaymentMode } from '../contract.ts'
import type { StartConsent } from '../rules.ts'
import { type Buyer, type BuyerAge, purchases, type StoredPurchase, toPurchase } from './store.ts'

export async function findPendingPurchase(
  db: Db,
  memberId: MemberId,
  packageId: string,
): Promise<StoredPurchase | undefined> {
  const row = await purchases(db)
    .where('purchase.member_id', '=', memberId)
    .where('purchase.package_id', '=', packageId)
    .where('purchase.status', '=', 'pending')
    .executeTakeFirst()
  return row && toPurchase(row)
}

export type NewPurchase = {
  memberId: MemberId
  packageId: string
  packageVersion: number
  price: Price
  consent: StartConsent & { version: string; at: Date }
  paymentMode: PaymentMode
  buyer: Buyer
  age?: BuyerAge | undefined
  subscriptionId: string | null
  upgrade: StoredPurchase['upgrade']
  createdAt: Date
}

/**
 * @returns undefined where the member has an open purchase of this package already, or gave the same one in payment
 * @throws HttpProblem 401 for an account that was deleted or disabled a moment ago, in another tab
 */
export async function insertPurchase(
  db: Db,
  { price, consent, buyer, ...purchase }: NewPurchase,
): Promise<string | undefined> {
  const insertion = db
    .insertInto('purchase')
    .values({
      member_id: whoeverIsHere(purchase.memberId),
      package_id: purchase.packageId,
      package_version: purchase.packageVersion,
      status: 'pending',
      market: price.market,
      currency: price.currency,
      net: price.net,
      tax_rate_basis_points: price.taxRateBasisPoints,
      tax_label: price.taxLabel,
      tax: price.tax,
      total: price.total,
      ...consentColumns(consent),
      payment_mode: purchase.paymentMode,
      payment_intent_id: null,
      reference: null,
      created_at: purchase.createdAt,
      completed_at: null,
      ...buyerColumns(buyer),
      subscription_id: purchase.subscriptionId,
      provider_invoice_id: null,
      upgrades_purchase_id: purchase.upgrade?.purchaseId ?? null,
      upgrade_credit: purchase.upgrade?.credit ?? null,
      buyer_is_under_18: purchase.age?.isUnder18 ?? null,
      guardian_confirmed_at: purchase.age?.guardianConfirmedAt ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
  try {
    const [row] = await preparedRows(db, insertion)
    return row?.id
  } catch (error) {
    const isNobody = error instanceof Error && 'code' in error && error.code === NOT_NULL_VIOLATION
    throw isNobody ? sessionOver() : error
  }
}

const NOT_NULL_VIOLATION = '23502'

/** The member, held until the purchase is there: whoever leaves in the same moment is nobody, or leaves after it. */
function whoeverIsHere(memberId: MemberId) {
  return sql<string>`(
    select id from account where id = ${memberId} and deleted_at is null and disabled_at is null for share
  )`
}

function buyerColumns({ kind, companyName, vatNumber, address, country }: Buyer) {
  return {
    buyer_kind: kind,
    company_name: companyName,
    vat_number: vatNumber,
    billing_address: address,
    billing_country: country,
  }
}

function consentColumns({ version, startNow, acknowledgeLoss, at }: StoredPurchase['consent']) {
  return {
    consent_version: version,
    consent_start_now: startNow,
    consent_acknowledge_loss: acknowledgeLoss,
    consent_at: at,
  }
}

/** @returns false where the purchase was given up before its payment was there */
export async function rememberPaymentIntent(db: Db, id: string, paymentIntentId: string): Promise<boolean> {
  const row = await db
    .updateTable('purchase')
    .set({ payment_intent_id: paymentIntentId })
    .where('id', '=', id)
    .where((where) => where.or([where('status', '=', 'pending'), where('payment_intent_id', '=', paymentIntentId)]))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function markCancelled(db: Db, id: string): Promise<void> {
  await db
    .updateTable('purchase')
    .set({ status: 'cancelled' })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute()
}

/** Whether the bank is at work on an open purchase, as the provider says now. */
export async function saveProcessing(db: Db, purchaseId: string, isProcessing: boolean): Promise<void> {
  await db
    .updateTable('purchase')
    .set({ is_processing: isProcessing })
    .where('id', '=', purchaseId)
    .where('status', '=', 'pending')
    .where('is_processing', '!=', isProcessing)
    .execute()
}
