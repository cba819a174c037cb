import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { z } from 'zod'
import { readMember } from '#features/accounts/web/public.tsx'
import type { Purchase } from '#features/purchases/contract.ts'
import { setFlashMessage } from '#platform/web/flash-message.ts'
import { loadPage, reloadPage, replacePage } from '#platform/web/navigation.ts'
import type { TakePayment } from '../../stripe/web/use-stripe-library.ts'
import type { Buyer } from '../contract/buyer.ts'
import type { Quote } from '../contract.ts'
import { forgetDiscountCode } from './discount-code-section.tsx'
import {
  type Consents,
  type FindMember,
  type PaymentResult,
  payForPackage,
  type UpgradeOrder,
} from './pay-for-package.ts'
import { fetchQuote, type QuoteAnswer, type QuoteRequest } from './queries.ts'
import { deleteDraft, keepUnpaidDraft } from './use-draft.ts'

/** Stores the purchase id once the purchase is paid, so that a reload shows the purchase instead of an empty form. */
const ArrivalState = z.object({ packageId: z.string(), purchaseId: z.string().optional() })

/** The package to buy, from the navigation state. A package named in the query is moved there (PRODUCT D4). */
export function usePackageId(): string | null {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const queriedId = new URLSearchParams(search).get('package')
  useEffect(() => {
    if (queriedId)
      void navigate({ search: '' }, { replace: true, state: { packageId: queriedId }, preventScrollReset: true })
  }, [queriedId, navigate])
  return queriedId ?? ArrivalState.safeParse(state).data?.packageId ?? null
}

/** The purchase that was paid on this page before it was reloaded. */
export function usePurchaseAtArrival(): string | null {
  const { state } = useLocation()
  const [purchaseId] = useState(() => ArrivalState.safeParse(state).data?.purchaseId ?? null)
  return purchaseId
}

type AnsweredQuote = (QuoteAnswer | { state: 'loading' }) & {
  /** The code that was asked for. */
  code: string | null
  /** Why a quote that is shown could not be loaded again. */
  problem?: string
}

/** Loads the quote. `renew` replaces it with a given quote, or reloads it. */
export function useQuote({ market, packageId, code, isMember }: QuoteRequest) {
  const [answer, setAnswer] = useState<AnsweredQuote>({ state: 'loading', code })

  const latest = useRef(0)
  const load = useCallback(async () => {
    latest.current += 1
    const request = latest.current
    // A press of Pay that has logged in still holds the function of a visitor.
    const loaded = await fetchQuote({ market, packageId, code, isMember: isMember || readMember() !== null })
    if (request !== latest.current) return
    // What was typed stays when the quote is loaded again after a login. The server compares every amount.
    setAnswer((current) =>
      current.state === 'found' && loaded.state === 'failed'
        ? { ...current, code, problem: loaded.message }
        : { ...loaded, code },
    )
  }, [market, packageId, code, isMember])
  useEffect(() => {
    void load()
  }, [load])

  const renew = useCallback(
    (quote: Quote | null) => {
      if (!quote) return void load()
      latest.current += 1
      setAnswer({ state: 'found', quote, code })
    },
    [load, code],
  )
  return { answer, load, renew }
}

export type Payment =
  | { state: 'editing'; problem?: string; cancelsOther?: boolean }
  /**
   * Pressing the button now would do something else, so ignore presses until the member has had time to read the
   * message.
   */
  | { state: 'reading'; problem: string; cancelsOther?: boolean }
  | { state: 'processing' }
  | { state: 'unconfirmed' }
  | { state: 'paid'; purchase: Purchase }

/** The second click of a double click arrives within this time and was meant for the previous button. */
const READING_MS = 1_000

export type Order = {
  findMember: FindMember
  consents: Consents
  buyer: Buyer
  isUnder18: boolean | null
  upgrade: UpgradeOrder | null
  /** The saved card to pay with, if one is chosen. */
  cardId: string | null
  takePayment: TakePayment
}

type PaymentSettings = {
  quote: Quote
  renewQuote: (quote: Quote | null) => void
  /** The page that shows the paid purchase; undefined if this page itself shows the success message. */
  toReceiptPath?: (purchaseId: string) => string
}

/** Allows one payment at a time, however often the member presses Pay. */
export function usePayment({ quote, renewQuote, toReceiptPath }: PaymentSettings) {
  const [payment, setPayment] = useState<Payment>({ state: 'editing' })
  const isRunning = useRef(false)
  const navigate = useNavigate()
  const cancelsOther = payment.state === 'editing' && payment.cancelsOther === true

  const pay = useCallback(
    async (order: Order) => {
      if (isRunning.current) return
      isRunning.current = true
      setPayment({ state: 'processing' })
      const result = await payForPackage({ quote, cancelsOther, ...order })
      if (isOver(result)) {
        deleteDraft()
        forgetDiscountCode(quote.package.id)
      } else keepUnpaidDraft()
      if (result.state === 'changed') renewQuote(result.quote)
      const purchaseId = findPurchaseId(result)
      if (purchaseId) {
        const state = { packageId: quote.package.id, purchaseId }
        void navigate({ search: '' }, { replace: true, state, preventScrollReset: true })
      }
      if (purchaseId && toReceiptPath) return replacePage(toReceiptPath(purchaseId))
      const next = toPayment(result)
      isRunning.current = next.state !== 'editing'
      setPayment(next)
    },
    [quote, renewQuote, cancelsOther, navigate, toReceiptPath],
  )
  useEffect(() => {
    if (payment.state !== 'reading') return
    const timer = setTimeout(() => {
      isRunning.current = false
      setPayment({ ...payment, state: 'editing' })
    }, READING_MS)
    return () => clearTimeout(timer)
  }, [payment])
  useReturnFromProvider(payment.state === 'processing')
  const setProblem = useCallback(
    (problem: string | undefined) =>
      setPayment((current) => (current.state === 'editing' ? { state: 'editing', problem } : current)),
    [],
  )
  return { payment, pay, setProblem }
}

/** Some browsers restore the page as it was before PayPal. It would wait for a response that never arrives. */
function useReturnFromProvider(isAway: boolean) {
  useEffect(() => {
    if (!isAway) return
    const reloadRestored = ({ persisted }: PageTransitionEvent) => {
      if (persisted) reloadPage()
    }
    window.addEventListener('pageshow', reloadRestored)
    return () => window.removeEventListener('pageshow', reloadRestored)
  }, [isAway])
}

/** True if the form is no longer needed. */
function isOver({ state }: PaymentResult): boolean {
  return state === 'paid' || state === 'unconfirmed' || state === 'already-paid'
}

function findPurchaseId(result: PaymentResult): string | undefined {
  if (result.state === 'paid') return result.purchase.id
  if (result.state === 'unconfirmed') return result.purchaseId
}

function toPayment(result: PaymentResult): Payment {
  if (result.state === 'paid') return result
  if (result.state === 'unconfirmed') return { state: 'unconfirmed' }
  if (result.state === 'at-bank') return { state: 'reading', problem: result.message, cancelsOther: true }
  if (result.state === 'changed') return { state: 'reading', problem: result.message }
  if (result.state !== 'already-paid') return { state: 'editing', problem: result.message }
  setFlashMessage({ tone: 'success', text: result.message })
  loadPage('/portal/dashboard')
  return { state: 'processing' }
}
