import type { User } from '#features/accounts/contract.ts'
import { readMember } from '#features/accounts/web/public.tsx'
import type { Purchase, StartChoice } from '#features/purchases/contract.ts'
import { discountRefusals } from '#features/purchases/discounts/contract.ts'
import type { Attempt } from '#platform/web/attempt.ts'
import { call } from '#platform/web/call.ts'
import { ageBlockers } from '../../guardians/contract.ts'
import { type PaymentOutcome, type TakePayment, toPayer } from '../../stripe/web/use-stripe-library.ts'
import type { Buyer } from '../contract/buyer.ts'
import { Quote, startPurchase } from '../contract.ts'
import { fetchQuote, toErrorMessage } from './queries.ts'
import {
  type Confirmed,
  paymentStates,
  REQUEST_TIMEOUT_SECONDS,
  requestConfirmation,
  sleep,
  withTimeout,
} from './request-confirmation.ts'

const PAYMENT_FAILED = 'An error occurred while processing your payment.'

/** How long the page polls before it says that the payment is still being confirmed. */
const CONFIRMATION_SECONDS = 20

/** After a lost response, waits this long for a payment that is still on its way to Stripe. */
const UNKNOWN_OUTCOME_SECONDS = 4

/** Nothing is lost after this timeout, because pressing Pay again continues the same purchase. */
const START_TIMEOUT_SECONDS = 20

/** The chosen start, and whether the buyer ticked the acknowledgement (PRODUCT D19). */
export type Consents = { start: StartChoice | null; acknowledged: boolean }

/** The purchase to replace, and the refund that the page showed for it. */
export type UpgradeOrder = { purchaseId: string; expectedCredit: number }

export type PaymentResult =
  | { state: 'paid'; purchase: Purchase }
  /** Stripe may have taken the money: our server did not respond, or last saw the payment as open. */
  | { state: 'unconfirmed'; purchaseId: string; isKnownOpen: boolean }
  | { state: 'already-paid'; message: string }
  /** Another payment for this package is waiting for the bank. Ask the member before cancelling it. */
  | { state: 'at-bank'; message: string }
  | { state: 'problem'; message: string }
  /** Nothing was paid because the terms have changed. The member must press Pay again. */
  | { state: 'changed'; message: string; quote: Quote | null }

/** Returns the member who pays, after opening an account or logging in if needed. */
export type FindMember = (signal: AbortSignal) => Promise<Attempt<User>>

type Order = {
  quote: Quote
  consents: Consents
  buyer: Buyer
  isUnder18: boolean | null
  upgrade: UpgradeOrder | null
  cardId: string | null
  findMember: FindMember
  takePayment: TakePayment
  /** True if the member has been told that another payment is waiting for the bank and chooses to pay here. */
  cancelsOther: boolean
}

/** The server creates the purchase, Stripe takes the money, and the server confirms it (PRODUCT D2). */
export async function payForPackage({
  quote,
  consents,
  buyer,
  isUnder18,
  upgrade,
  cardId,
  findMember,
  takePayment,
  cancelsOther,
}: Order): Promise<PaymentResult> {
  const body = {
    packageId: quote.package.id,
    packageVersion: quote.package.version,
    market: quote.price.market,
    expectedTotal: quote.price.total,
    runsUntil: quote.runsUntil,
    cancelsOther,
    consents: { version: quote.consents.version, ...consents, startsLaterAt: quote.startsLaterAt },
    buyer,
    isUnder18,
    discountCode: quote.discount?.code ?? null,
    upgrade,
    cardId,
  }
  try {
    const isVisitor = readMember() === null
    const payer = await withTimeout(START_TIMEOUT_SECONDS, findMember)
    if (payer.state === 'failed') return { state: 'problem', message: payer.message }
    const own = isVisitor ? await findOwnTerms(quote) : undefined
    if (own) return { state: 'changed', message: CHECK_OWN_TERMS, quote: own }
    const started = await withTimeout(START_TIMEOUT_SECONDS, (signal) => call(startPurchase, { body }, { signal }))
    if (started.refused) return toRefusalResult(started)

    const { purchase, clientSecret } = started.value
    const order = { clientSecret, purchaseId: purchase.id, payer: toPayer(payer.value) }
    const payment = await takePaymentOrPoll(purchase.id, () => takePayment(order))
    if (payment.outcome === 'refused') return { state: 'problem', message: payment.message || PAYMENT_FAILED }
    if (payment.outcome === 'unknown')
      return await resolveUnknownOutcome(purchase.id, payment.message || PAYMENT_FAILED)
    return await awaitConfirmation(purchase.id, CONFIRMATION_SECONDS)
  } catch (error) {
    return { state: 'problem', message: toErrorMessage(error) }
  }
}

const CHECK_OWN_TERMS =
  'You’re logged in, and you already have a package with us. Check what we now show, then press “Pay” again.'

/** The quote of a buyer who has just logged in, if it says what they have not seen yet. */
async function findOwnTerms({ price, discount, package: offer }: Quote): Promise<Quote | undefined> {
  const code = discount?.code ?? null
  const answer = await fetchQuote({ market: price.market, packageId: offer.id, code, isMember: true })
  if (answer.state !== 'found') return undefined
  const { upgrade, runsUntil, isSubscribed } = answer.quote
  return upgrade || runsUntil || isSubscribed ? answer.quote : undefined
}

/** Refusals that mean the page is out of date and must show the new quote. */
const changedTerms = [
  'price-changed',
  'already-owned',
  'upgrade-changed',
  'already-subscribed',
  ...Object.keys(ageBlockers),
  ...Object.keys(discountRefusals),
]

function toRefusalResult({
  refused,
  message,
  data,
}: {
  refused: string
  message: string
  data?: unknown
}): PaymentResult {
  if (refused === 'already-paid') return { state: 'already-paid', message }
  if (refused === 'payment-at-bank') return { state: 'at-bank', message }
  if (!changedTerms.includes(refused)) return { state: 'problem', message }
  return { state: 'changed', message, quote: Quote.safeParse(data).data ?? null }
}

const unknownOutcome: PaymentOutcome = { outcome: 'unknown', message: undefined }

/** The bank may be slow. If only Stripe's response is lost, polling our server still finds the payment. */
async function takePaymentOrPoll(purchaseId: string, take: () => Promise<PaymentOutcome>): Promise<PaymentOutcome> {
  const polling = new AbortController()
  try {
    return await Promise.race([take().catch(() => unknownOutcome), pollForPayment(purchaseId, polling.signal)])
  } finally {
    polling.abort()
  }
}

async function pollForPayment(purchaseId: string, polling: AbortSignal): Promise<PaymentOutcome> {
  await sleep(CONFIRMATION_SECONDS)
  while (!polling.aborted) {
    const purchase = await fetchPurchase(purchaseId)
    if (purchase && paymentStates[purchase.status] !== 'open') break
    await sleep(REQUEST_TIMEOUT_SECONDS)
  }
  return { outcome: 'taken' }
}

/** Stripe may have taken the money, so query our server before reporting a problem. */
async function resolveUnknownOutcome(purchaseId: string, problem: string): Promise<PaymentResult> {
  const result = await awaitConfirmation(purchaseId, UNKNOWN_OUTCOME_SECONDS)
  return result.state === 'unconfirmed' && result.isKnownOpen ? { state: 'problem', message: problem } : result
}

async function awaitConfirmation(purchaseId: string, seconds: number): Promise<PaymentResult> {
  let isKnownOpen = false
  const start = performance.now()
  while (performance.now() - start <= seconds * 1_000) {
    const purchase = await fetchPurchase(purchaseId)
    const paymentState = purchase ? paymentStates[purchase.status] : 'open'
    if (purchase && paymentState === 'paid') return { state: 'paid', purchase }
    if (paymentState === 'failed') return { state: 'problem', message: PAYMENT_FAILED }
    isKnownOpen = purchase !== undefined
    await sleep(1)
  }
  return { state: 'unconfirmed', purchaseId, isKnownOpen }
}

/** The payment may still be going through, so a failed request must not be shown as a failed payment. */
async function fetchPurchase(purchaseId: string): Promise<Confirmed | undefined> {
  const answer = await requestConfirmation(purchaseId)
  return answer === 'not-found' ? undefined : answer
}
