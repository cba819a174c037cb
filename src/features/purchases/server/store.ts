import type { Currency } from '#platform/shared/money.ts'
import './tables.ts'
import type { MarketId } from '#features/catalogue/contract.ts'
import { versionOf } from '#features/catalogue/server/public.ts'
import { preparedRows } from '#platform/server/db/prepared-statements.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { takePage } from '#platform/server/db/take-page.ts'
import type { Page } from '#platform/server/paging.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { type MinorUnits, minorUnits } from '#platform/shared/money.ts'
import type { BuyerKind, PaymentMode, PurchaseStatus } from '../contract.ts'
import type { StartConsent } from '../rules.ts'

/**
 * Newest first. Leaves out an unpaid purchase that was cancelled in favour of a later one for the same package, because
 * to the member they are one purchase.
 */
export async function listMemberPurchases(
  db: Db,
  memberId: MemberId,
  { status, ...page }: Page & { status: PurchaseStatus | undefined },
): Promise<StoredPurchase[]> {
  let query = purchases(db)
    .where('purchase.memberId', '=', memberId)
    .where((where) =>
      where.or([
        where('purchase.status', '!=', 'cancelled'),
        where.not(
          where.exists(
            where
              .selectFrom('purchase as later')
              .whereRef('later.memberId', '=', 'purchase.memberId')
              .whereRef('later.packageId', '=', 'purchase.packageId')
              .whereRef('later.createdAt', '>', 'purchase.createdAt')
              .select('later.id'),
          ),
        ),
      ]),
    )
  if (status) query = query.where('purchase.status', '=', status)
  query = takePage(query, ['purchase.createdAt', 'purchase.id'], 'desc', page)
  return (await preparedRows(db, query)).map(toPurchase)
}

/** Who the invoice is made out to. Businesses must give an address; others may (PRODUCT D12). */
export type Buyer = {
  kind: BuyerKind
  companyName: string | null
  vatNumber: string | null
  address: string[] | null
  /** Two-letter ISO 3166 country code. */
  country: string | null
}

/** The buyer's answer to the age question, and when the guardian agreed (PRODUCT D24). */
export type BuyerAge = { isUnder18: boolean; guardianConfirmedAt: Date | null }

/** A purchase with the terms agreed. Amounts are copied from here and never calculated again. */
export type StoredPurchase = {
  id: string
  memberId: MemberId
  packageId: string
  packageVersion: number
  packageTitle: string
  status: PurchaseStatus
  market: MarketId
  currency: Currency
  net: MinorUnits
  taxRateBasisPoints: number
  taxLabel: string
  tax: MinorUnits
  total: MinorUnits
  /** What a code took off before tax: `net` plus this amount is the list price. */
  discount: { code: string; amount: MinorUnits } | null
  consent: StartConsent & { version: string; at: Date }
  paymentMode: PaymentMode
  paymentIntentId: string | null
  reference: string | null
  createdAt: Date
  completedAt: Date | null
  buyer: Buyer
  /** Undefined if the package does not ask for the age. */
  age: BuyerAge | undefined
  subscriptionId: string | null
  providerInvoiceId: string | null
  /** The purchase that this one replaces, and the refund of its unused part. */
  upgrade: { purchaseId: string; credit: MinorUnits; currency: Currency } | null
  refunded: MinorUnits
  /** True if the purchase is pending and the bank is processing it. */
  isProcessing: boolean
  entitlementId: string | null
  startsAt: Date | null
  endsAt: Date | null
}

/** Shared by every query that reads purchases. */
export function purchases(db: Db) {
  return db
    .selectFrom('purchase')
    .innerJoin('packageVersion', versionOf('purchase'))
    .leftJoin('entitlement', 'entitlement.purchaseId', 'purchase.id')
    .leftJoin('discountCode', 'discountCode.id', 'purchase.discountCodeId')
    .leftJoin('purchase as replaced', 'replaced.id', 'purchase.upgradesPurchaseId')
    .selectAll('purchase')
    .select([
      'packageVersion.title as packageTitle',
      'entitlement.id as entitlementId',
      'entitlement.startsAt',
      'entitlement.endsAt',
    ])
    .select(['replaced.currency as creditCurrency', 'discountCode.code as discountCode'])
}

type PurchaseRow = Awaited<ReturnType<ReturnType<typeof purchases>['executeTakeFirstOrThrow']>>

export function toPurchase(row: PurchaseRow): StoredPurchase {
  const { buyerKind: kind, companyName, vatNumber, billingAddress: address, billingCountry: country, ...columns } = row
  return {
    ...columns,
    consent: toConsent(row),
    buyer: { kind, companyName, vatNumber, address, country },
    age: toAge(row),
    discount: row.discountCode === null ? null : { code: row.discountCode, amount: row.discount },
    upgrade: toUpgrade(row),
    refunded: minorUnits(row.refunded),
    isProcessing: row.isProcessing && row.status === 'pending',
  }
}

/** The consent in force: "Start now" replaces the choice made when the package was bought. */
function toConsent(row: PurchaseRow): StoredPurchase['consent'] {
  const { startNowVersion: version, startNowAt: at } = row
  if (version !== null && at !== null) return { start: 'today', version, at }
  const isToday = row.consentStartNow && row.consentAcknowledgeLoss
  const start = row.buyerKind === 'business' ? null : isToday ? 'today' : 'later'
  return { start, version: row.consentVersion, at: row.consentAt }
}

function toAge({ buyerIsMinor: isUnder18, guardianConfirmedAt }: PurchaseRow) {
  return isUnder18 === null ? undefined : { isUnder18, guardianConfirmedAt }
}

function toUpgrade({ upgradesPurchaseId: purchaseId, upgradeCredit: credit, creditCurrency: currency }: PurchaseRow) {
  return purchaseId !== null && credit !== null && currency
    ? { purchaseId, credit: minorUnits(credit), currency }
    : null
}

export async function findPurchase(db: Db, id: string): Promise<StoredPurchase | undefined> {
  const row = await purchases(db).where('purchase.id', '=', id).executeTakeFirst()
  return row && toPurchase(row)
}

/** Stripe creates some payments itself, without our purchase id. */
export async function findPurchaseByPayment(db: Db, paymentIntentId: string): Promise<StoredPurchase | undefined> {
  const row = await purchases(db).where('purchase.paymentIntentId', '=', paymentIntentId).executeTakeFirst()
  return row && toPurchase(row)
}

/** @param reference as stored, such as "fw-2026-000042" */
export async function findPurchaseByReference(db: Db, reference: string): Promise<StoredPurchase | undefined> {
  const row = await purchases(db).where('purchase.reference', '=', reference).executeTakeFirst()
  return row && toPurchase(row)
}

export async function findMemberPurchase(db: Db, memberId: MemberId, id: string): Promise<StoredPurchase | undefined> {
  const purchase = await findPurchase(db, id)
  return purchase?.memberId === memberId ? purchase : undefined
}
