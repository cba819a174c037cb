import {
  type EmailContent,
  type EmailReader,
  type EmailSite,
  emailTo,
  emailToCompany,
} from '#features/company/server/public.ts'
import type { StoredPurchase } from '#features/purchases/server/public.ts'
import type { Email } from '#platform/server/email/email.ts'

// Shared by the payment emails.

/** `isLive` is false with the sandbox, and with a provider's test keys. */
export type PurchaseFacts = EmailSite & { purchase: StoredPurchase; isLive: boolean }
/** The same facts, plus the buyer, for emails to the buyer. */
export type BuyerFacts = PurchaseFacts & { buyer: EmailReader }

export function buyerEmail(facts: BuyerFacts, text: EmailContent): Email {
  return emailTo(facts.buyer, facts.company, withTestMark(facts, text))
}

export function purchaseAlert(facts: PurchaseFacts, text: EmailContent): Email {
  const url = `${facts.publicUrl}/admin/purchases/${facts.purchase.id}`
  return emailToCompany(facts.company, withTestMark(facts, { ...text, action: { label: 'Open the purchase', url } }))
}

function withTestMark({ purchase, isLive }: PurchaseFacts, text: EmailContent): EmailContent {
  return {
    ...text,
    subject: `${testMark(purchase, isLive)}${text.subject}`,
    notes: [...(text.notes ?? []), ...testNotes(purchase, isLive)],
  }
}

export function paymentFacts({ packageTitle, reference }: StoredPurchase): [string, string][] {
  return [['Package', packageTitle], ...(reference ? [['Purchase', reference] satisfies [string, string]] : [])]
}

type PaymentOrigin = Pick<StoredPurchase, 'paymentMode'>

/** True for the sandbox and for Stripe's test keys: no real money moves. */
export function isTest({ paymentMode }: PaymentOrigin, isLive: boolean): boolean {
  return paymentMode === 'sandbox' || !isLive
}

export function testMark(origin: PaymentOrigin, isLive: boolean): string {
  return isTest(origin, isLive) ? '[TEST] ' : ''
}

function testNotes(origin: PaymentOrigin, isLive: boolean): string[] {
  return isTest(origin, isLive) ? ['TEST: no real money was involved.'] : []
}
