import {
  type EmailContent,
  type EmailReader,
  type EmailSite,
  emailTo,
  emailToCompany,
} from '#features/company/server/public.ts'
import type { StoredPurchase } from '#features/purchases/server/public.ts'
import type { Email } from '#platform/server/email/email.ts'

// Shared parts of the payment emails.

/** `isLive` is false with the sandbox, and with a provider's test keys. */
export type PurchaseFacts = EmailSite & { purchase: StoredPurchase; isLive: boolean }
/** The same with the buyer, for emails to them. */
export type BuyerFacts = PurchaseFacts & { buyer: EmailReader }

export function buyerEmail(about: BuyerFacts, words: EmailContent): Email {
  return emailTo(about.buyer, about.company, withTestMark(about, words))
}

export function purchaseAlert(about: PurchaseFacts, words: EmailContent): Email {
  return emailToCompany(about.company, withTestMark(about, words))
}

function withTestMark({ purchase, isLive }: PurchaseFacts, words: EmailContent): EmailContent {
  return {
    ...words,
    subject: `${testMark(purchase, isLive)}${words.subject}`,
    notes: [...(words.notes ?? []), ...testNotes(purchase, isLive)],
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

export function testMark(paid: PaymentOrigin, isLive: boolean): string {
  return isTest(paid, isLive) ? '[TEST] ' : ''
}

function testNotes(paid: PaymentOrigin, isLive: boolean): string[] {
  return isTest(paid, isLive) ? ['TEST: no money was moved.'] : []
}
