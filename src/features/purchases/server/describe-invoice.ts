import type { Company } from '#features/company/contract.ts'
import type { StoredPurchase } from './store.ts'

/** Everything that stands on the paper beside its number, frozen when it is issued (PRODUCT D12, VAT Regulations 1995 reg. 16A). */
export type InvoiceContent = {
  isTest: boolean
  seller: { name: string; address: string[]; vatNumber: string | null; companyNumber: string }
  buyer: { name: string; email: string }
  description: string
  /** The tax point of a service paid in advance. */
  suppliedAt: string
  currency: 'GBP' | 'USD'
  net: number
  taxRateBasisPoints: number
  taxLabel: string
  tax: number
  total: number
}

export function describeInvoice({
  purchase,
  buyer,
  company,
  paidAt,
}: {
  purchase: StoredPurchase
  buyer: { firstName: string; lastName: string; email: string }
  company: Company
  paidAt: Date
}): InvoiceContent {
  const { currency, net, taxRateBasisPoints, taxLabel, tax, total } = purchase
  return {
    isTest: purchase.paymentMode === 'sandbox',
    seller: {
      name: company.legalName,
      address: company.address,
      vatNumber: company.vatNumber,
      companyNumber: company.companyNumber,
    },
    buyer: { name: `${buyer.firstName} ${buyer.lastName}`, email: buyer.email },
    description: purchase.packageTitle,
    suppliedAt: paidAt.toISOString(),
    currency,
    net,
    taxRateBasisPoints,
    taxLabel,
    tax,
    total,
  }
}
