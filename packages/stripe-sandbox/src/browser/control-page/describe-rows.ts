/** Pure functions that turn objects into rows of text for the control page. */

export interface RowAction {
  label: string
  route: string
  body: object
  done: string
}

export interface Row {
  id: string
  /** Seconds since 1970, if known. */
  created?: number
  title: string
  detail: string
  state: string
  tone: 'good' | 'bad' | 'open'
  actions: RowAction[]
}

export interface ShownObject {
  id: string
  created: number
  amount?: number
  currency?: string
  description?: string | null
  status?: string
  reason?: string | null
  charge?: string | null
  type?: string
  payment_method_types?: string[]
  items?: { data: { price: { unit_amount: number | null; currency: string } }[] }
}

export interface ShownDelivery {
  event: string
  state: string
  attempts: number
  lastAnswer: string | null
}

export interface ShownExchange {
  requestId: string
  method: string
  path: string
  caller: string
  status: number | null
  fault: string | null
  isReplay: boolean
}

const goodStates = ['succeeded', 'active', 'won', 'delivered', 'trialing']
const badStates = ['canceled', 'failed', 'lost', 'unpaid', 'past_due', 'dropped', 'abandoned', 'incomplete_expired']

function toTone(state: string): Row['tone'] {
  if (goodStates.includes(state)) return 'good'
  return badStates.includes(state) ? 'bad' : 'open'
}

function money({ amount = 0, currency = 'gbp' }: { amount?: number; currency?: string }): string {
  return new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(amount / 100)
}

function toRow({ id, created, status = 'unknown' }: ShownObject, title: string, detail: string): Row {
  return { id, created, title, detail, state: status.replaceAll('_', ' '), tone: toTone(status), actions: [] }
}

export function describePayment(payment: ShownObject): Row {
  const { id, description, payment_method_types = [] } = payment
  const details = [description, payment_method_types.join(' or '), id]
  return toRow(payment, money(payment), details.filter(Boolean).join(' · '))
}

export function describeRefund(refund: ShownObject): Row {
  const { id, reason, charge } = refund
  return toRow(refund, money(refund), [reason?.replaceAll('_', ' '), charge, id].filter(Boolean).join(' · '))
}

export function describeSubscription(subscription: ShownObject): Row {
  const price = subscription.items?.data[0]?.price
  const title = price ? money({ amount: price.unit_amount ?? 0, currency: price.currency }) : 'Subscription'
  return toRow(subscription, title, subscription.id)
}

const decidedStates = ['won', 'lost', 'prevented', 'warning_closed']

export function describeDispute(dispute: ShownObject): Row {
  const { id, reason, status = '' } = dispute
  const row = toRow(dispute, money(dispute), [reason?.replaceAll('_', ' '), id].filter(Boolean).join(' · '))
  if (decidedStates.includes(status)) return row
  return { ...row, actions: [decision(id, 'won', 'Shop wins'), decision(id, 'lost', 'Shop loses')] }
}

function decision(dispute: string, verdict: 'won' | 'lost', label: string): RowAction {
  const done = `The shop has ${verdict} the dispute.`
  return { label, route: 'POST /_sandbox/disputes', body: { dispute, verdict }, done }
}

export function describeEvent(event: ShownObject, delivery: ShownDelivery | undefined): Row {
  const { id, created, type = '' } = event
  const { state = 'not sent', attempts = 0, lastAnswer } = delivery ?? {}
  const answer = lastAnswer ? `last response: ${lastAnswer}` : ''
  const attemptText = attempts > 1 ? `${attempts} attempts` : ''
  const detail = [answer, attemptText, id].filter(Boolean).join(' · ')
  const action = { label: 'Send again', route: 'POST /_sandbox/redeliver', body: { event: id } }
  const actions = delivery ? [{ ...action, done: `${type} was sent again. The response was: {text}` }] : []
  return { id, created, title: type, detail, state, tone: toTone(state), actions }
}

const callers: Record<string, string> = {
  'secret-key': 'the product',
  'publishable-key': 'a browser',
  nobody: 'an unknown caller',
}

export function describeExchange({ requestId, method, path, caller, status, fault, isReplay }: ShownExchange): Row {
  const details = [`from ${callers[caller] ?? caller}`, fault && `fault: ${fault}`, isReplay && 'repeated response']
  const isFine = status !== null && status < 400
  return {
    id: requestId,
    title: `${method} ${path}`,
    detail: [...details, requestId].filter(Boolean).join(' · '),
    state: status === null ? 'connection cut' : String(status),
    tone: isFine ? 'good' : 'bad',
    actions: [],
  }
}
