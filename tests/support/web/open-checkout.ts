import { cleanup, screen } from '@testing-library/react'
import { listCards, type SavedCard } from '#features/payments/cards/contract.ts'
import { getQuote, startPurchase } from '#features/payments/checkout/contract.ts'
import BasicCheckoutPage from '#features/payments/checkout/web/basic-checkout-page.tsx'
import SecureCheckoutPage from '#features/payments/checkout/web/secure-checkout-page.tsx'
import { settle, stopClock } from './clock.ts'
import { card } from './fake-card-form.tsx'
import { type FakeAnswer, fakeServer, granted, type SentRequest } from './fake-server.ts'
import { ada, givenMember, givenVisitor } from './people.ts'
import { purchase, quote } from './purchases.ts'
import { visit } from './visit.tsx'

/** A purchase that the provider has not charged yet. */
export const openPurchase = purchase({ status: 'pending', reference: null, startsAt: null, endsAt: null })

export const quoted: FakeAnswer[] = [granted(getQuote, quote())]

export const started = granted(startPurchase, { purchase: openPurchase, clientSecret: 'pi_1_secret_2' })

type Opening = {
  at?: Parameters<typeof visit>[0]
  as?: 'member' | 'visitor'
  library?: typeof card.library
  answers?: Parameters<typeof fakeServer>
  /** The member's saved cards, at each time they are listed. */
  savedCards?: SavedCard[][]
}

/** Opens the checkout. The test must mock card-form.tsx and payment-method-form.tsx with fake-card-form.tsx. */
export async function openCheckout({
  at = '/checkout/stripe?package=my-future-basic',
  as = 'member',
  library = 'ready',
  answers = quoted,
  savedCards = [[]],
}: Opening = {}) {
  stopClock('2026-03-02T10:00:00.000Z')
  if (as === 'member') givenMember(ada)
  else givenVisitor()
  card.library = library
  card.problem = null
  card.leavesPage = false
  card.focus.mockReset()
  card.pay.mockReset().mockResolvedValue({ outcome: 'taken' })
  card.resume.mockReset().mockResolvedValue({ outcome: 'taken' })
  card.payWithSaved.mockReset().mockReturnValue(card.pay)
  const requests: SentRequest[] = []
  const [remainingAnswers, remainingCards] = [[...answers], [...savedCards]]
  fakeServer((request) => {
    if (request.address === listCards.path) return granted(listCards, remainingCards.shift() ?? savedCards.at(-1) ?? [])
    requests.push(request)
    const [decide] = answers
    const answer = typeof decide === 'function' ? decide(request) : (remainingAnswers.shift() as FakeAnswer | undefined)
    if (!answer) throw new Error(`Nothing to answer to ${request.method} ${request.address}`)
    return answer
  })
  const page = visit(at, { '/checkout/stripe': SecureCheckoutPage, '/checkout': BasicCheckoutPage })
  await settle()
  return { ...page, requests }
}

/** Presses Pay, after choosing the later start if none has been chosen. */
export async function pay(user: ReturnType<typeof visit>['user']) {
  const starts = screen.queryAllByRole<HTMLInputElement>('radio', { name: /^Start / })
  const later = starts.at(-1)
  if (later && !starts.some(({ checked }) => checked)) await user.click(later)
  await user.click(screen.getByRole('button', { name: /^Pay/ }))
  await settle()
}

/**
 * Leaves the page during the payment, and returns with what the browser has stored.
 * @param reopen opens the page again
 */
export async function leaveAndReturn<Page>(reopen: () => Promise<Page>): Promise<Page> {
  const draft = sessionStorage.getItem('checkout') ?? ''
  cleanup()
  const page = reopen()
  // Opening a page empties the storage, so restore the draft afterwards.
  sessionStorage.setItem('checkout', draft)
  return page
}
