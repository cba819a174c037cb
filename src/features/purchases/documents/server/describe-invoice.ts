import type { Company } from '#features/company/contract.ts'
import { fullName } from '#platform/shared/person-name.ts'
import type { StoredPurchase } from '../../server/store.ts'
import { taxInPence } from '../rules.ts'
import type { DocumentContent } from './document-content.ts'

export type ExchangeRate = { unitsPerPound: string; validFrom: string; source: string }

type InvoiceFacts = {
  isTest: boolean
  purchase: StoredPurchase
  buyer: { firstName: string; lastName: string; email: string }
  company: Company
  /** Undefined for purchases in pounds. */
  exchangeRate: ExchangeRate | undefined
  paidAt: Date
  billedPeriod?: { startsAt: Date; endsAt: Date } | undefined
}

export function describeInvoice({
  isTest,
  purchase,
  buyer,
  company,
  exchangeRate,
  paidAt,
  billedPeriod,
}: InvoiceFacts): DocumentContent {
  const { currency, discount, net, taxRateBasisPoints, taxLabel, tax, total } = purchase
  const { kind: _, ...buyerDetails } = purchase.buyer
  return {
    isTest,
    seller: {
      name: company.legalName,
      address: company.address,
      vatNumber: company.vatNumber,
      companyNumber: company.companyNumber,
    },
    buyer: { name: fullName(buyer.firstName, buyer.lastName), email: buyer.email, ...buyerDetails },
    description: purchase.packageTitle,
    suppliedAt: paidAt.toISOString(),
    period: billedPeriod
      ? { startsAt: billedPeriod.startsAt.toISOString(), endsAt: billedPeriod.endsAt.toISOString() }
      : null,
    currency,
    discount,
    net,
    taxRateBasisPoints,
    taxLabel,
    tax,
    total,
    sterling: exchangeRate ? { tax: taxInPence(tax, exchangeRate.unitsPerPound), ...exchangeRate } : null,
    correction: null,
  }
}
