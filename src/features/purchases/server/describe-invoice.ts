import type { Company } from '#features/company/contract.ts'
import { taxInPence } from '../rules.ts'
import type { StoredPurchase } from './store.ts'

/** 'credit_note_reversal': the money of a credit note came back to us, so what it took off stands again. */
export type DocumentKind = 'invoice' | 'credit_note' | 'credit_note_reversal'

/**
 * Everything that stands on a paper beside its number, frozen when it is issued (PRODUCT D12). A simplified invoice
 * (VAT Regulations 1995 reg. 16A) has no buyer's address, a full one (reg. 14) has.
 */
export type DocumentContent = {
  isTest: boolean
  seller: { name: string; address: string[]; vatNumber: string | null; companyNumber: string }
  buyer: {
    name: string
    email: string
    companyName: string | null
    vatNumber: string | null
    address: string[] | null
    country: string | null
  }
  description: string
  /** The tax point of a service paid in advance. */
  suppliedAt: string
  /** Of a subscription: the month that was charged, from its first moment to that in which the next begins. */
  period: { startsAt: string; endsAt: string } | null
  currency: 'GBP' | 'USD'
  net: number
  taxRateBasisPoints: number
  taxLabel: string
  tax: number
  total: number
  /** The tax in pence, where the paper is in another currency, with the rate it was worked out by. */
  sterling: { tax: number; unitsPerPound: string; validFrom: string; source: string } | null
  /** Of a credit note: which invoice it takes back in part or whole, and why. */
  correction: { invoiceNumber: string; reason: string } | null
}

/** Papers from before these fields were kept have none of them. */
type OlderContent = Omit<DocumentContent, 'sterling' | 'correction' | 'period' | 'buyer'> & {
  buyer: Partial<DocumentContent['buyer']> & { name: string; email: string }
}

/** A paper as it was issued, whatever its age. */
export function readContent(content: DocumentContent | OlderContent): DocumentContent {
  const noDetails = { companyName: null, vatNumber: null, address: null, country: null }
  return { sterling: null, correction: null, period: null, ...content, buyer: { ...noDetails, ...content.buyer } }
}

export type ExchangeRate = { unitsPerPound: string; validFrom: string; source: string }

type InvoiceFacts = {
  isTest: boolean
  purchase: StoredPurchase
  buyer: { firstName: string; lastName: string; email: string }
  company: Company
  /** Of the purchase's currency; pounds have none. */
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
  const { currency, net, taxRateBasisPoints, taxLabel, tax, total } = purchase
  const { companyName, vatNumber, address, country } = purchase.buyer
  return {
    isTest,
    seller: {
      name: company.legalName,
      address: company.address,
      vatNumber: company.vatNumber,
      companyNumber: company.companyNumber,
    },
    buyer: {
      name: `${buyer.firstName} ${buyer.lastName}`,
      email: buyer.email,
      companyName,
      vatNumber,
      address,
      country,
    },
    description: purchase.packageTitle,
    suppliedAt: paidAt.toISOString(),
    period: billedPeriod
      ? { startsAt: billedPeriod.startsAt.toISOString(), endsAt: billedPeriod.endsAt.toISOString() }
      : null,
    currency,
    net,
    taxRateBasisPoints,
    taxLabel,
    tax,
    total,
    sterling: exchangeRate ? { tax: taxInPence(tax, exchangeRate.unitsPerPound), ...exchangeRate } : null,
    correction: null,
  }
}
