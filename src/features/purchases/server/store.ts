import './tables.ts'
import type { MarketId } from '#features/catalogue/contract.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { type MinorUnits, minorUnits } from '#platform/shared/money.ts'
import type { BuyerKind, PaymentMode, PurchaseStatus } from '../contract.ts'
import type { StartConsent } from '../rules.ts'

/** Who the invoice is made out to. The address is asked of businesses always, of others if they like (PRODUCT D12). */
export type Buyer = {
  kind: BuyerKind
  companyName: string | null
  vatNumber: string | null
  address: string[] | null
  /** ISO 3166, two letters. */
  country: string | null
}

/** What the buyer says of their age, and when their guardian agreed (PRODUCT D24). */
export type BuyerAge = { isUnder18: boolean; guardianConfirmedAt: Date | null }

/** A purchase with what was agreed: the figures are copied from here and never computed again. */
export type StoredPurchase = {
  id: string
  memberId: MemberId
  packageId: string
  packageVersion: number
  packageTitle: string
  status: PurchaseStatus
  market: MarketId
  currency: 'GBP' | 'USD'
  net: MinorUnits
  taxRateBasisPoints: number
  taxLabel: string
  tax: MinorUnits
  total: MinorUnits
  consent: StartConsent & { version: string; at: Date }
  paymentMode: PaymentMode
  paymentIntentId: string | null
  reference: string | null
  createdAt: Date
  completedAt: Date | null
  buyer: Buyer
  /** Of packages that ask for it. */
  age: BuyerAge | undefined
  subscriptionId: string | null
  providerInvoiceId: string | null
  /** Bought in place of another purchase, whose unused part goes back: so much of it. */
  upgrade: { purchaseId: string; credit: MinorUnits; currency: 'GBP' | 'USD' } | null
  refunded: MinorUnits
  /** Open, and the bank is at work. */
  isProcessing: boolean
  entitlementId: string | null
  startsAt: Date | null
  endsAt: Date | null
}

const columns = [
  'purchase.id',
  'purchase.member_id',
  'purchase.package_id',
  'purchase.package_version',
  'purchase.status',
  'purchase.market',
  'purchase.currency',
  'purchase.net',
  'purchase.tax_rate_basis_points',
  'purchase.tax_label',
  'purchase.tax',
  'purchase.total',
  'purchase.consent_version',
  'purchase.consent_start_now',
  'purchase.consent_acknowledge_loss',
  'purchase.consent_at',
  'purchase.payment_mode',
  'purchase.payment_intent_id',
  'purchase.reference',
  'purchase.created_at',
  'purchase.completed_at',
  'purchase.buyer_kind',
  'purchase.company_name',
  'purchase.vat_number',
  'purchase.billing_address',
  'purchase.billing_country',
  'purchase.subscription_id',
  'purchase.provider_invoice_id',
  'purchase.upgrades_purchase_id',
  'purchase.upgrade_credit',
  'purchase.refunded',
  'purchase.buyer_is_under_18',
  'purchase.guardian_confirmed_at',
  'purchase.is_processing',
] as const

/** The one question behind every purchase that is read. */
export function purchases(db: Db) {
  return db
    .selectFrom('purchase')
    .innerJoin('package_version', (join) =>
      join
        .onRef('package_version.package_id', '=', 'purchase.package_id')
        .onRef('package_version.version', '=', 'purchase.package_version'),
    )
    .leftJoin('entitlement', 'entitlement.purchase_id', 'purchase.id')
    .leftJoin('purchase as replaced', 'replaced.id', 'purchase.upgrades_purchase_id')
    .select(columns)
    .select([
      'package_version.title',
      'entitlement.id as entitlement_id',
      'entitlement.starts_at',
      'entitlement.ends_at',
    ])
    .select('replaced.currency as credit_currency')
}

type PurchaseRow = Awaited<ReturnType<ReturnType<typeof purchases>['executeTakeFirstOrThrow']>>

export function toPurchase(row: PurchaseRow): StoredPurchase {
  return {
    id: row.id,
    memberId: row.member_id as MemberId,
    packageId: row.package_id,
    packageVersion: row.package_version,
    packageTitle: row.title,
    status: row.status,
    market: row.market,
    currency: row.currency,
    net: minorUnits(row.net),
    taxRateBasisPoints: row.tax_rate_basis_points,
    taxLabel: row.tax_label,
    tax: minorUnits(row.tax),
    total: minorUnits(row.total),
    consent: {
      version: row.consent_version,
      startNow: row.consent_start_now,
      acknowledgeLoss: row.consent_acknowledge_loss,
      at: row.consent_at,
    },
    paymentMode: row.payment_mode,
    paymentIntentId: row.payment_intent_id,
    reference: row.reference,
    createdAt: row.created_at,
    completedAt: row.completed_at,
    buyer: {
      kind: row.buyer_kind,
      companyName: row.company_name,
      vatNumber: row.vat_number,
      address: row.billing_address,
      country: row.billing_country,
    },
    age: ageOf(row),
    subscriptionId: row.subscription_id,
    providerInvoiceId: row.provider_invoice_id,
    upgrade: upgradeOf(row),
    refunded: minorUnits(row.refunded),
    isProcessing: row.is_processing && row.status === 'pending',
    entitlementId: row.entitlement_id,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
  }
}

function ageOf({ buyer_is_under_18: isUnder18, guardian_confirmed_at: guardianConfirmedAt }: PurchaseRow) {
  return isUnder18 === null ? undefined : { isUnder18, guardianConfirmedAt }
}

function upgradeOf({
  upgrades_purchase_id: purchaseId,
  upgrade_credit: credit,
  credit_currency: currency,
}: PurchaseRow) {
  return purchaseId !== null && credit !== null && currency
    ? { purchaseId, credit: minorUnits(credit), currency }
    : null
}

export async function findPurchase(db: Db, id: string): Promise<StoredPurchase | undefined> {
  const row = await purchases(db).where('purchase.id', '=', id).executeTakeFirst()
  return row && toPurchase(row)
}

/** For a payment that the provider made by itself: it bears no mark of ours. */
export async function findPurchaseByPayment(db: Db, paymentIntentId: string): Promise<StoredPurchase | undefined> {
  const row = await purchases(db).where('purchase.payment_intent_id', '=', paymentIntentId).executeTakeFirst()
  return row && toPurchase(row)
}

export async function findPurchaseOf(db: Db, memberId: MemberId, id: string): Promise<StoredPurchase | undefined> {
  const purchase = await findPurchase(db, id)
  return purchase?.memberId === memberId ? purchase : undefined
}

/** When the member's latest purchase of a package was completed. */
export async function findLastCompletion(db: Db, memberId: MemberId, packageId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('purchase')
    .where('member_id', '=', memberId)
    .where('package_id', '=', packageId)
    .select((select) => select.fn.max('completed_at').as('completed_at'))
    .executeTakeFirst()
  return row?.completed_at ?? undefined
}

/** Was a purchase of the package paid that a guardian had agreed to at this moment? */
export async function isGuardiansYesUsed(db: Db, memberId: MemberId, packageId: string, at: Date): Promise<boolean> {
  const row = await db
    .selectFrom('purchase')
    .where('member_id', '=', memberId)
    .where('package_id', '=', packageId)
    .where('guardian_confirmed_at', '=', at)
    .where('completed_at', 'is not', null)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}
