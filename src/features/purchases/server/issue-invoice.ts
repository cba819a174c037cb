import type { Account } from '#features/accounts/server/public.ts'
import type { Company } from '#features/company/contract.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { invoiceNumberOf } from '../rules.ts'
import { insertInvoice } from './document-store.ts'
import type { StoredPurchase } from './store.ts'

/** Everything that stands on the paper, frozen when it is issued (PRODUCT D12, VAT Regulations 1995 reg. 16A). */
export type InvoiceContent = {
  number: string
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

export async function issueInvoice(
  tx: Db,
  {
    purchase,
    buyer,
    company,
    series,
    number,
    reference,
    paidAt,
    issuedAt,
  }: {
    purchase: StoredPurchase
    buyer: Account
    company: Company
    series: string
    number: number
    reference: string
    paidAt: Date
    issuedAt: Date
  },
): Promise<InvoiceContent> {
  const { currency, net, taxRateBasisPoints, taxLabel, tax, total } = purchase
  const content: InvoiceContent = {
    number: invoiceNumberOf(reference),
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
  await insertInvoice(tx, { series, number, reference: content.number, purchaseId: purchase.id, issuedAt, content })
  return content
}
