import { screen } from '@testing-library/react'
import { getQuote, startPurchase } from '#features/payments/contract.ts'
import BasicCheckoutPage from '#features/payments/web/basic-checkout-page.tsx'
import SecureCheckoutPage from '#features/payments/web/secure-checkout-page.tsx'
import { settle, stopClock } from './clock.ts'
import { card } from './fake-card-form.tsx'
import { type FakeAnswer, fakeServer, granted, type SentRequest } from './fake-server.ts'
import { ada, givenMember, givenVisitor } from './people.ts'
import { purchase, quote } from './purchases.ts'
import { visit } from './visit.tsx'

/** A purchase as it stands before the provider has charged. */
export const openPurchase = purchase({ status: 'pending', reference: null, startsAt: null, endsAt: null })

export const quoted: FakeAnswer[] = [granted(getQuote, quote())]

export const started = granted(startPurchase, { purchase: openPurchase, clientSecret: 'pi_1_secret_2' })

type Opening = {
  at?: Parameters<typeof visit>[0]
  as?: 'member' | 'visitor'
  library?: typeof card.library
  answers?: FakeAnswer[]
}

/** The test mocks card-form.tsx and payment-method-form.tsx by fake-card-form.tsx. */
export async function openCheckout({
  at = '/checkout/stripe?package=my-future-basic',
  as = 'member',
  library = 'ready',
  answers = quoted,
}: Opening = {}) {
  stopClock('2026-03-02T10:00:00.000Z')
  if (as === 'member') givenMember(ada)
  else givenVisitor()
  card.library = library
  card.problem = null
  card.leavesPage = false
  card.pay.mockReset().mockResolvedValue({ outcome: 'taken' })
  const { requests }: { requests: SentRequest[] } = fakeServer(...answers)
  const page = visit(at, { '/checkout/stripe': SecureCheckoutPage, '/checkout': BasicCheckoutPage })
  await settle()
  return { ...page, requests }
}

export async function pay(user: ReturnType<typeof visit>['user']) {
  await user.click(screen.getByRole('button', { name: /^Pay/ }))
  await settle()
}
