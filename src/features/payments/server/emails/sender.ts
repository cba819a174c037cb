import type { Company } from '#features/company/contract.ts'
import type { StoredPurchase } from '#features/purchases/server/public.ts'
import type { Letter } from '#platform/server/mail/letter.ts'

// What the letters about a payment share.

export function senderOf(company: Company): Letter['sender'] {
  return {
    name: company.legalName,
    lines: [...company.address, company.phone, company.email, `Company number ${company.companyNumber}`],
  }
}

export function paymentFacts({ packageTitle, reference }: StoredPurchase): [string, string][] {
  return [['Package', packageTitle], ...(reference ? [['Purchase', reference] satisfies [string, string]] : [])]
}

export function testMark({ paymentMode }: StoredPurchase): string {
  return paymentMode === 'sandbox' ? '[TEST] ' : ''
}

export function testNotes({ paymentMode }: StoredPurchase): string[] {
  return paymentMode === 'sandbox' ? ['TEST: no money was moved.'] : []
}
