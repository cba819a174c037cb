import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { z } from 'zod'
import type { User } from '#features/accounts/contract.ts'
import type { MarketId } from '#features/catalogue/contract.ts'
import type { Purchase } from '#features/purchases/contract.ts'
import { loadPage, reloadPage, replacePage } from '#platform/web/leave.ts'
import { leaveNotice } from '#platform/web/notice.ts'
import type { Buyer } from '../contract/buyer.ts'
import type { Quote } from '../contract.ts'
import {
  type Consents,
  fetchQuote,
  type PaymentResult,
  payForPackage,
  type QuoteAnswer,
  type TakePayment,
  type UpgradeOrder,
} from './queries.ts'
import { forgetDraft } from './use-draft.ts'

/** The purchase is there once it is paid: a reload then finds it instead of an empty form. */
const ArrivalState = z.object({ packageId: z.string(), purchaseId: z.string().optional() })

/** Which package is bought: from the navigation's state, where a package named in the query is put (PRODUCT D4). */
export function usePackageId(): string | null {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const named = new URLSearchParams(search).get('package')
  useEffect(() => {
    if (named) void navigate({ search: '' }, { replace: true, state: { packageId: named }, preventScrollReset: true })
  }, [named, navigate])
  return named ?? ArrivalState.safeParse(state).data?.packageId ?? null
}

/** The purchase that was paid on this page before it was loaded again. */
export function usePurchaseAtArrival(): string | null {
  const { state } = useLocation()
  const [atArrival] = useState(() => ArrivalState.safeParse(state).data?.purchaseId ?? null)
  return atArrival
}

/** What the package costs and what has to be said about it; `renew` takes over newer terms, or asks for them. */
export function useQuote(market: MarketId, packageId: string, isMember: boolean) {
  const [answer, setAnswer] = useState<QuoteAnswer | { state: 'loading' }>({ state: 'loading' })

  const load = useCallback(
    async () => setAnswer(await fetchQuote(market, packageId, isMember)),
    [market, packageId, isMember],
  )
  useEffect(() => {
    void load()
  }, [load])

  const renew = useCallback(
    (quote: Quote | null) => (quote ? setAnswer({ state: 'found', quote }) : void load()),
    [load],
  )
  return { answer, load, renew }
}

export type Payment =
  | { state: 'editing'; problem?: string; givesUpOther?: boolean }
  /** The next press means something else than the last: none counts before that can have been read. */
  | { state: 'reading'; problem: string; givesUpOther?: boolean }
  | { state: 'processing' }
  | { state: 'unconfirmed' }
  | { state: 'paid'; purchase: Purchase }

/** The second click of a double click comes sooner, and belongs to the button that stood there before. */
const READING_MS = 1_000

export type Order = {
  member: User
  consents: Consents
  buyer: Buyer
  isUnder18: boolean | null
  upgrade: UpgradeOrder | null
  takePayment: TakePayment
}

type PaymentSettings = {
  quote: Quote
  renewQuote: (quote: Quote | null) => void
  /** Where the purchase is shown that was made; undefined where this page itself thanks for it. */
  thanksAt?: (purchaseId: string) => string
}

/** One payment at a time, whatever is pressed how often. */
export function usePayment({ quote, renewQuote, thanksAt }: PaymentSettings) {
  const [payment, setPayment] = useState<Payment>({ state: 'editing' })
  const isRunning = useRef(false)
  const navigate = useNavigate()
  const givesUpOther = payment.state === 'editing' && payment.givesUpOther === true

  const pay = useCallback(
    async (order: Order) => {
      if (isRunning.current) return
      isRunning.current = true
      setPayment({ state: 'processing' })
      const result = await payForPackage({ quote, givesUpOther, ...order })
      forgetDraft()
      if (result.state === 'problem') console.warn('The payment was not made:', result.message)
      if (result.state === 'changed') renewQuote(result.quote)
      const purchaseId = purchaseOf(result)
      if (purchaseId) {
        const state = { packageId: quote.package.id, purchaseId }
        void navigate({ search: '' }, { replace: true, state, preventScrollReset: true })
      }
      if (purchaseId && thanksAt) return replacePage(thanksAt(purchaseId))
      const next = afterPaying(result)
      isRunning.current = next.state !== 'editing'
      setPayment(next)
    },
    [quote, renewQuote, givesUpOther, navigate, thanksAt],
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
  const complain = useCallback(
    (problem: string | undefined) =>
      setPayment((current) => (current.state === 'editing' ? { state: 'editing', problem } : current)),
    [],
  )
  return { payment, pay, complain }
}

/** Some browsers keep the page that was left for PayPal, just as it was: it would wait for an answer that never comes. */
function useReturnFromProvider(isAway: boolean) {
  useEffect(() => {
    if (!isAway) return
    const begin = ({ persisted }: PageTransitionEvent) => {
      if (persisted) reloadPage()
    }
    window.addEventListener('pageshow', begin)
    return () => window.removeEventListener('pageshow', begin)
  }, [isAway])
}

function purchaseOf(result: PaymentResult): string | undefined {
  if (result.state === 'paid') return result.purchase.id
  if (result.state === 'unconfirmed') return result.purchaseId
}

function afterPaying(result: PaymentResult): Payment {
  if (result.state === 'paid') return result
  if (result.state === 'unconfirmed') return { state: 'unconfirmed' }
  if (result.state === 'at-bank') return { state: 'reading', problem: result.message, givesUpOther: true }
  if (result.state === 'changed') return { state: 'reading', problem: result.message }
  if (result.state !== 'already-paid') return { state: 'editing', problem: result.message }
  leaveNotice({ tone: 'success', text: result.message })
  loadPage('/portal/dashboard')
  return { state: 'processing' }
}
