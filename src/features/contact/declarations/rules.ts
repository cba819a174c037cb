import { type CancellationOutcome, UNKNOWN_ORDER } from './contract.ts'

/** As printed on invoices and in emails. */
export function printOrderReference(reference: string): string {
  return reference === UNKNOWN_ORDER ? 'Unknown' : reference.toUpperCase()
}

/** What staff read about each outcome, and whether they must do something. */
export const outcomes = {
  withdrawn: { text: 'Cancelled within the 14 days. The refund is on its way.', isDone: true },
  'renewal-stopped': { text: 'The subscription won’t renew.', isDone: true },
  'already-cancelled': { text: 'It was cancelled already, so nothing changed.', isDone: true },
  'charged-since': {
    text: 'The subscription won’t renew, but a month was charged after the person cancelled. Refund that month.',
    isDone: false,
  },
  'no-match': {
    text: 'No order has this reference, this email address and this surname. Find the order and check who’s asking before you cancel it.',
    isDone: false,
  },
  'too-late': { text: 'The 14 days were over. Tell the person what applies.', isDone: false },
  business: { text: 'It was bought by a business, which has no 14-day right to cancel.', isDone: false },
  delivered: { text: 'Everything in the package had been delivered.', isDone: false },
  refunded: { text: 'It was already refunded in full, or replaced by an upgrade.', isDone: false },
  ended: { text: 'The subscription had already ended.', isDone: false },
  'not-paid': { text: 'It isn’t paid for, or the payment is disputed.', isDone: false },
  'other-provider': {
    text: 'This site can’t change the subscription. Cancel it at the payment provider.',
    isDone: false,
  },
  'not-matched': {
    text: 'Too many cancellations named this order or this email address in one day, so this one wasn’t matched. Find the order and check who’s asking before you cancel it.',
    isDone: false,
  },
} satisfies Record<CancellationOutcome, { text: string; isDone: boolean }>

/** @param outcome null until the job has looked for the order */
export function describeOutcome(outcome: CancellationOutcome | null): string {
  return outcome ? outcomes[outcome].text : 'We’re looking for the order.'
}

export type CancellationHint = 'contract' | 'unclear'

export const hintLabels = {
  contract: 'May want to cancel a contract',
  unclear: 'Mentions cancelling',
} satisfies Record<CancellationHint, string>

/**
 * Reads whether someone who writes to us may want to leave (PRODUCT D25). A missed request costs money and a mistake
 * only a look, so anything that mentions cancelling is at least `unclear`.
 */
export function findCancellationHint(text: string): CancellationHint | null {
  const hints = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('’', "'")
    .split(/[.!?;\n]/)
    .map(readSentence)
  return hints.find((hint) => hint === 'contract') ?? hints.find((hint) => hint === 'unclear') ?? null
}

function readSentence(sentence: string): CancellationHint | null {
  const isAboutContract = contract.test(sentence)
  if (certain.test(sentence) || (isAboutContract && stopping.test(sentence))) return 'contract'
  if (!leaving.test(sentence)) return possible.test(sentence) ? 'unclear' : null
  return isAboutContract || !other.test(sentence) ? 'contract' : 'unclear'
}

const contract = /\b(?:contract|subscription|package|membership|plan|order|purchase|account)s?\b|\bmy future\b/

const leaving = /\b(?:cancel|withdraw|terminat)/

const certain =
  /\bwithdraw(?:ing|al)? from\b|\bright (?:to cancel|to withdraw|of withdrawal)\b|\bcooling[ -]off\b|\b(?:not|don't|dont|never|stop) (?:want (?:it )?to )?(?:renew|be renewed|be charged|charge|charging|taking (?:my )?money)/

/** With the contract in the same sentence. */
const stopping = /\b(?:end|ending|stop|stopping|quit|leave|unsubscribe|close|get out of|no longer want|opt out)\b/

/** People cancel these too, and stay. */
const other =
  /\b(?:booking|session|call|appointment|meeting|consultation|interview|slot|newsletter|email|policy|flight|university|visa)s?\b/

const possible = /\b(?:unsubscribe|money back|changed? my mind|no longer (?:want|need)|opt out)\b/
