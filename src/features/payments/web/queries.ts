import type { User } from '#features/accounts/contract.ts'
import type { MarketId } from '#features/catalogue/contract.ts'
import type { Purchase, PurchaseStatus } from '#features/purchases/contract.ts'
import type { BodyOf, ResponseOf } from '#platform/shared/endpoint.ts'
import { attempt } from '#platform/web/attempt.ts'
import { call } from '#platform/web/call.ts'
import { CallFailed, UNKNOWN_ERROR } from '#platform/web/request.ts'
import type { Buyer } from '../contract/buyer.ts'
import { ageObstacles, answerGuardianRequest, requestGuardian, showGuardianRequest } from '../contract/guardian.ts'
import { confirmPurchase, getMemberQuote, getQuote, Quote, startPurchase } from '../contract.ts'

const PAYMENT_FAILED = 'An error occurred while processing your payment.'

/** PAYMENTS §9.6: for so long the success screen waits for the server to know of the payment. */
const CONFIRMATION_SECONDS = 20

/** After a lost answer: long enough for a payment that is still on its way to the provider. */
const LOST_ANSWER_SECONDS = 4

/** A press after this goes on with the same purchase, so that nothing is lost by it. */
const START_SECONDS = 20

/** One question after the payment; another follows. */
const ASK_SECONDS = 5

const TOO_SLOW = 'Our server did not answer in time. Please check your connection and try again.'

export type QuoteAnswer =
  | { state: 'found'; quote: Quote }
  | { state: 'not-found'; message: string }
  | { state: 'failed'; message: string }

/** A member's own quote also says until when the package runs already. */
export async function fetchQuote(market: MarketId, packageId: string, isMember: boolean): Promise<QuoteAnswer> {
  try {
    const answer = await call(isMember ? getMemberQuote : getQuote, { params: { market, packageId } })
    if (!answer.refused) return { state: 'found', quote: answer.value }
    return { state: 'not-found', message: packageNotFound }
  } catch (error) {
    return { state: 'failed', message: wordsFor(error) }
  }
}

export const packageNotFound = 'Package not found. Please select a package first.'

export const NOT_LOADED = 'Stripe has not loaded yet. Please try again.'

/** Said at the button; the sentence of each field stands beside it. */
export const CHECK_FIELDS = 'Please check the fields that are marked above.'

/** Where a purchase of the basic checkout is shown once it is paid, and where PayPal leads back to. */
export function confirmationOf(purchaseId: string): string {
  return `/confirmation?purchase=${encodeURIComponent(purchaseId)}`
}

/** Where a purchase of the secure checkout is spoken of once it is paid (SPEC §4). */
export function dashboardOf(purchaseId: string): string {
  return `/portal/dashboard?purchase=${encodeURIComponent(purchaseId)}`
}

type Payer = { name: string; email: string; phone: string }

/** The provider's half of paying, given by the card entry. */
export type TakePayment = (order: { clientSecret: string; purchaseId: string; payer: Payer }) => Promise<Taking>

/** The provider's half of keeping a card: the bank may ask its customer while it lasts. */
export type SetUpCard = (
  clientSecret: string,
  payer: Payer,
) => Promise<{ outcome: 'set-up'; setupIntentId: string } | { outcome: 'refused'; message: string | undefined }>

/** How the provider took it. Where its answer was lost it may have the money. Its words may be none. */
export type Taking = { outcome: 'taken' } | { outcome: 'refused' | 'unknown'; message: string | undefined }

export type Consents = { startNow: boolean; acknowledgeLoss: boolean }

/** The purchase that is given up for the new one, and what the page says goes back for it. */
export type UpgradeOrder = { purchaseId: string; expectedCredit: number }

export type PaymentResult =
  | { state: 'paid'; purchase: Purchase }
  /** Perhaps taken on by the provider: the server does not know, or knows that it was still open a moment ago. */
  | { state: 'unconfirmed'; purchaseId: string; isKnownOpen: boolean }
  | { state: 'already-paid'; message: string }
  /** Another payment of this package waits for the bank: whether to give that up is asked first. */
  | { state: 'at-bank'; message: string }
  | { state: 'problem'; message: string }
  /** This press paid nothing: the terms are others now, and the person has to press again. */
  | { state: 'changed'; message: string; quote: Quote | null }

type Order = {
  quote: Quote
  consents: Consents
  buyer: Buyer
  isUnder18: boolean | null
  upgrade: UpgradeOrder | null
  member: User
  takePayment: TakePayment
  /** The person knows that another payment waits for the bank, and would rather pay here. */
  givesUpOther: boolean
}

/** The server opens the purchase, the provider takes the money, the server says when it knows (PRODUCT D2). */
export async function payForPackage({
  quote,
  consents,
  buyer,
  isUnder18,
  upgrade,
  member,
  takePayment,
  givesUpOther,
}: Order): Promise<PaymentResult> {
  const body = {
    packageId: quote.package.id,
    packageVersion: quote.package.version,
    market: quote.price.market,
    expectedTotal: quote.price.total,
    runsUntil: quote.runsUntil,
    givesUpOther,
    consents: { version: quote.consents.version, ...consents },
    buyer,
    isUnder18,
    upgrade,
  }
  try {
    const started = await within(START_SECONDS, (signal) => call(startPurchase, { body }, { signal }))
    if (started.refused) return resultOfRefusal(started)

    const { purchase, clientSecret } = started.value
    const order = { clientSecret, purchaseId: purchase.id, payer: payerOf(member) }
    const taking = await takeOrNotice(purchase.id, () => takePayment(order))
    if (taking.outcome === 'refused') return { state: 'problem', message: taking.message || PAYMENT_FAILED }
    if (taking.outcome === 'unknown') return await findOut(purchase.id, taking.message || PAYMENT_FAILED)
    return await awaitConfirmation(purchase.id, CONFIRMATION_SECONDS)
  } catch (error) {
    return { state: 'problem', message: wordsFor(error) }
  }
}

/** What is shown is no longer so: with the new figures, or after a look at how it stands. */
const changedTerms = [
  'price-changed',
  'package-runs',
  'upgrade-changed',
  'already-subscribed',
  ...Object.keys(ageObstacles),
]

function resultOfRefusal({
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

export function payerOf({ firstName, lastName, email, mobile }: User): Payer {
  return { name: `${firstName} ${lastName}`.trim(), email, phone: mobile }
}

const lostAnswer: Taking = { outcome: 'unknown', message: undefined }

/** A bank may take its time. But where only the provider's answer stays away, the server notices the money. */
async function takeOrNotice(purchaseId: string, take: () => Promise<Taking>): Promise<Taking> {
  const taken = new AbortController()
  try {
    return await Promise.race([take().catch(() => lostAnswer), noticeMoney(purchaseId, taken.signal)])
  } finally {
    taken.abort()
  }
}

async function noticeMoney(purchaseId: string, taken: AbortSignal): Promise<Taking> {
  await pause(CONFIRMATION_SECONDS)
  while (!taken.aborted) {
    const purchase = await askForPurchase(purchaseId)
    if (purchase && standings[purchase.status] !== 'open') break
    await pause(ASK_SECONDS)
  }
  return { outcome: 'taken' }
}

/** Only the provider knows whether it has the money: nobody reads of a problem before the server has asked it. */
async function findOut(purchaseId: string, problem: string): Promise<PaymentResult> {
  const result = await awaitConfirmation(purchaseId, LOST_ANSWER_SECONDS)
  return result.state === 'unconfirmed' && result.isKnownOpen ? { state: 'problem', message: problem } : result
}

async function awaitConfirmation(purchaseId: string, seconds: number): Promise<PaymentResult> {
  let isKnownOpen = false
  const start = performance.now()
  while (performance.now() - start <= seconds * 1_000) {
    const purchase = await askForPurchase(purchaseId)
    const standing = purchase ? standings[purchase.status] : 'open'
    if (purchase && standing === 'paid') return { state: 'paid', purchase }
    if (standing === 'failed') return { state: 'problem', message: PAYMENT_FAILED }
    isKnownOpen = purchase !== undefined
    await pause(1)
  }
  return { state: 'unconfirmed', purchaseId, isKnownOpen }
}

export const standings = {
  pending: 'open',
  completed: 'paid',
  partially_refunded: 'paid',
  refunded: 'paid',
  disputed: 'paid',
  failed: 'failed',
  cancelled: 'failed',
} satisfies Record<PurchaseStatus, 'open' | 'paid' | 'failed'>

type Confirmed = ResponseOf<typeof confirmPurchase>

/** The money is on its way: whatever goes wrong while asking is no reason to say that paying failed. */
async function askForPurchase(purchaseId: string): Promise<Confirmed | undefined> {
  const answer = await findConfirmation(purchaseId)
  return answer === 'not-found' ? undefined : answer
}

/** @returns undefined where nobody could say how it stands */
export async function findConfirmation(purchaseId: string): Promise<Confirmed | 'not-found' | undefined> {
  try {
    const params = { purchaseId }
    const answer = await within(ASK_SECONDS, (signal) => call(confirmPurchase, { params }, { signal }))
    if (!answer.refused) return answer.value
    return answer.refused === 'provider-away' ? undefined : 'not-found'
  } catch {
    return undefined
  }
}

async function within<Answer>(seconds: number, ask: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
  const giveUp = new AbortController()
  const timer = setTimeout(() => giveUp.abort(new CallFailed(0, 'too-slow', TOO_SLOW)), seconds * 1_000)
  try {
    return await ask(giveUp.signal)
  } finally {
    clearTimeout(timer)
  }
}

export function pause(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
}

function wordsFor(error: unknown): string {
  return error instanceof CallFailed ? error.message : UNKNOWN_ERROR
}

export function askGuardian(body: BodyOf<typeof requestGuardian>) {
  return attempt(requestGuardian, { body })
}

export type GuardianQuestion = ResponseOf<typeof showGuardianRequest>

/** What the holder of a letter's link is asked. */
export function fetchGuardianQuestion(token: string) {
  return attempt(showGuardianRequest, { body: { token } })
}

export function answerAsGuardian(token: string, agrees: boolean) {
  return attempt(answerGuardianRequest, { body: { token, agrees } })
}
