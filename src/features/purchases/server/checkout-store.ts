import { errorCode } from '#platform/server/error-code.ts'
import './tables.ts'
import { sql } from 'kysely'
import type { Price } from '#features/catalogue/contract.ts'
import { violatedConstraint } from '#platform/server/db/database-errors.ts'
import { preparedRows } from '#platform/server/db/prepared-statements.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { takePage } from '#platform/server/db/take-page.ts'
import { sessionExpired } from '#platform/server/http/http-error.ts'
import type { Page } from '#platform/server/paging.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { minorUnits } from '#platform/shared/money.ts'
import type { PaymentMode } from '../contract.ts'
import type { StartConsent } from '../rules.ts'
import { type Buyer, type BuyerAge, purchases, type StoredPurchase, toPurchase } from './store.ts'

/** Counts a package's active subscriptions and unfinished checkouts. */
export async function countBuyers(db: Db, packageId: string): Promise<{ subscribers: number; openCheckouts: number }> {
  const subscribers = await db
    .selectFrom('subscription')
    .where('packageId', '=', packageId)
    .where('status', 'in', ['active', 'past_due', 'unpaid'])
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  const openCheckouts = await db
    .selectFrom('purchase')
    .where('packageId', '=', packageId)
    .where('status', '=', 'pending')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return { subscribers: Number(subscribers.count), openCheckouts: Number(openCheckouts.count) }
}

/** Unpaid purchases with one provider that were started before the given time, oldest first. */
export async function listPendingPurchases(
  db: Db,
  { paymentMode, before, ...page }: Page & { paymentMode: StoredPurchase['paymentMode']; before: Date },
): Promise<StoredPurchase[]> {
  const query = purchases(db)
    .where('purchase.status', '=', 'pending')
    .where('purchase.paymentMode', '=', paymentMode)
    .where('purchase.createdAt', '<', before)
  const rows = await takePage(query, ['purchase.createdAt', 'purchase.id'], 'asc', page).execute()
  return rows.map(toPurchase)
}

export async function findPendingPurchase(
  db: Db,
  memberId: MemberId,
  packageId: string,
): Promise<StoredPurchase | undefined> {
  const row = await purchases(db)
    .where('purchase.memberId', '=', memberId)
    .where('purchase.packageId', '=', packageId)
    .where('purchase.status', '=', 'pending')
    .executeTakeFirst()
  return row && toPurchase(row)
}

export type NewPurchase = {
  memberId: MemberId
  packageId: string
  packageVersion: number
  price: Price
  /** For a subscription, with its full price and the months that cost less. */
  discount?: (NonNullable<StoredPurchase['discount']> & { months: number | null; fullPrice: Price }) | null
  consent: StartConsent & { version: string; at: Date }
  paymentMode: PaymentMode
  buyer: Buyer
  age?: BuyerAge | undefined
  subscriptionId: string | null
  upgrade: StoredPurchase['upgrade']
  createdAt: Date
}

/**
 * @returns undefined if there is already a pending purchase of this package, or another purchase already replaces the
 * same one, or the discount code has no use left
 * @throws HttpError 401 if the account has just been deleted or disabled in another tab
 */
export async function insertPurchase(
  db: Db,
  { price, discount, consent, buyer, ...purchase }: NewPurchase,
): Promise<string | undefined> {
  const insertion = db
    .insertInto('purchase')
    .values({
      memberId: activeMember(purchase.memberId),
      packageId: purchase.packageId,
      packageVersion: purchase.packageVersion,
      status: 'pending',
      market: price.market,
      currency: price.currency,
      net: price.net,
      taxRateBasisPoints: price.taxRateBasisPoints,
      taxLabel: price.taxLabel,
      tax: price.tax,
      total: price.total,
      discount: discount?.amount ?? minorUnits(0),
      discountCodeId: discount ? codeId(discount.code) : null,
      ...consentColumns(consent),
      paymentMode: purchase.paymentMode,
      paymentIntentId: null,
      reference: null,
      createdAt: purchase.createdAt,
      completedAt: null,
      ...buyerColumns(buyer),
      subscriptionId: purchase.subscriptionId,
      providerInvoiceId: null,
      upgradesPurchaseId: purchase.upgrade?.purchaseId ?? null,
      upgradeCredit: purchase.upgrade?.credit ?? null,
      buyerIsMinor: purchase.age?.isUnder18 ?? null,
      guardianConfirmedAt: purchase.age?.guardianConfirmedAt ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
  try {
    const [row] = await preparedRows(db, insertion)
    return row?.id
  } catch (error) {
    if (violatedConstraint(error) === 'purchase_discount_use') return undefined
    throw errorCode(error) === NOT_NULL_VIOLATION ? sessionExpired() : error
  }
}

const NOT_NULL_VIOLATION = '23502'

/**
 * Locks the account until the purchase has been inserted. If the account is deleted or disabled first, the insert
 * fails.
 */
function activeMember(memberId: MemberId) {
  return sql<MemberId>`(
    select id from account where id = ${memberId} and deleted_at is null and disabled_at is null for share
  )`
}

function codeId(code: string) {
  return sql<string>`(select id from discount_code where code = ${code})`
}

function buyerColumns({ kind, companyName, vatNumber, address, country }: Buyer) {
  return {
    buyerKind: kind,
    companyName,
    vatNumber,
    billingAddress: address,
    billingCountry: country,
  }
}

function consentColumns({ version, start, at }: StoredPurchase['consent']) {
  return {
    consentVersion: version,
    // The text accepted with "Start today" includes both consents.
    consentStartNow: start === 'today',
    consentAcknowledgeLoss: start === 'today',
    consentAt: at,
  }
}

/** @returns false if the purchase was cancelled before it had a payment */
export async function savePaymentIntent(db: Db, id: string, paymentIntentId: string): Promise<boolean> {
  const row = await db
    .updateTable('purchase')
    .set({ paymentIntentId })
    .where('id', '=', id)
    .where((where) => where.or([where('status', '=', 'pending'), where('paymentIntentId', '=', paymentIntentId)]))
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

/** Saves whether the bank is processing a pending purchase. */
export async function saveProcessing(db: Db, purchaseId: string, isProcessing: boolean): Promise<void> {
  await db
    .updateTable('purchase')
    .set({ isProcessing })
    .where('id', '=', purchaseId)
    .where('status', '=', 'pending')
    .where('isProcessing', '!=', isProcessing)
    .execute()
}

/** Finds when the member's latest purchase of the package was completed. */
export async function findLastCompletion(db: Db, memberId: MemberId, packageId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('purchase')
    .where('memberId', '=', memberId)
    .where('packageId', '=', packageId)
    .select((select) => select.fn.max('completedAt').as('completedAt'))
    .executeTakeFirst()
  return row?.completedAt ?? undefined
}

/** True if a purchase made with this guardian consent has been paid for. */
export async function isGuardianConsentUsed(db: Db, memberId: MemberId, packageId: string, at: Date): Promise<boolean> {
  const row = await db
    .selectFrom('purchase')
    .where('memberId', '=', memberId)
    .where('packageId', '=', packageId)
    .where('guardianConfirmedAt', '=', at)
    .where('completedAt', 'is not', null)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}
