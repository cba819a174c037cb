import type { Currency } from '#platform/shared/money.ts'
/** 'credit_note_reversal': a refund failed, so its credit note no longer counts. */
export type DocumentKind = 'invoice' | 'credit_note' | 'credit_note_reversal'

/**
 * Everything on a document except its number, frozen when issued (PRODUCT D12). A full invoice (VAT Regulations 1995
 * reg. 14) has the buyer's address; a simplified invoice (reg. 16A) does not.
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
  /** The month charged for a subscription; `endsAt` is the start of the next month. */
  period: { startsAt: string; endsAt: string } | null
  currency: Currency
  /** Taken off before tax by a code: `net` plus this amount is the list price. */
  discount: { code: string; amount: number } | null
  net: number
  taxRateBasisPoints: number
  taxLabel: string
  tax: number
  total: number
  /** The tax in pence and the exchange rate, if the document is not in pounds. */
  sterling: { tax: number; unitsPerPound: string; validFrom: string; source: string } | null
  /** On a credit note, the invoice it corrects and the reason. */
  correction: { invoiceNumber: string; reason: string } | null
}

/** Older documents were stored without these fields. */
type OlderContent = Omit<DocumentContent, 'sterling' | 'correction' | 'period' | 'discount' | 'buyer'> & {
  buyer: Partial<DocumentContent['buyer']> & { name: string; email: string }
}

/** Reads a document of any age and fills in missing fields. */
export function readContent(content: DocumentContent | OlderContent): DocumentContent {
  const noDetails = { companyName: null, vatNumber: null, address: null, country: null }
  const noFacts = { sterling: null, correction: null, period: null, discount: null }
  return { ...noFacts, ...content, buyer: { ...noDetails, ...content.buyer } }
}
