/** A refusal by the card issuer: Stripe's code, the issuer's reason and the message for the customer. */
export interface Decline {
  code: string
  decline_code: string
  message: string
}

export const declines = {
  generic_decline: { code: 'card_declined', decline_code: 'generic_decline', message: 'Your card was declined.' },
  insufficient_funds: {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  // The message hides the reason, so that a thief does not learn that the card has been reported.
  lost_card: { code: 'card_declined', decline_code: 'lost_card', message: 'Your card was declined.' },
  stolen_card: { code: 'card_declined', decline_code: 'stolen_card', message: 'Your card was declined.' },
  card_velocity_exceeded: {
    code: 'card_declined',
    decline_code: 'card_velocity_exceeded',
    message: 'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  },
  expired_card: { code: 'expired_card', decline_code: 'expired_card', message: 'Your card has expired.' },
  incorrect_cvc: {
    code: 'incorrect_cvc',
    decline_code: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
  },
  processing_error: {
    code: 'processing_error',
    decline_code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  authentication_required: {
    code: 'authentication_required',
    decline_code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
} as const satisfies Record<string, Decline>

export interface TestCard {
  /** `tok_<name>` and `pm_card_<name>` both refer to this card. The first name is the main one. */
  names: readonly [string, ...string[]]
  last4: string
  brand: 'visa' | 'mastercard' | 'amex'
  country: 'US' | 'GB'
  decline?: Decline
  /** The card can be attached to a customer, and only later charges are declined. */
  declinesOnlyCharges?: true
  /** When the bank asks the cardholder to authenticate; never if this is missing. */
  authentication?: 'always' | 'unless-set-up' | 'on-session-only'
  /** The dispute that opens immediately after a payment. */
  dispute?: 'fraudulent' | 'product_not_received' | 'inquiry'
  /**
   * With `arrives-later`, refunds are pending at first; with `fails-later`, they succeed until the bank rejects them.
   */
  refund?: 'arrives-later' | 'fails-later'
}

const visa = { brand: 'visa', country: 'US' } as const

/**
 * The published test cards. The server does not know their numbers, because only the card frame in the browser needs
 * them.
 */
export const testCards: readonly TestCard[] = [
  { ...visa, names: ['visa'], last4: '4242' },
  { ...visa, names: ['visa_debit'], last4: '5556' },
  { names: ['mastercard'], last4: '4444', brand: 'mastercard', country: 'US' },
  { names: ['amex'], last4: '0005', brand: 'amex', country: 'US' },
  { names: ['gb'], last4: '0000', brand: 'visa', country: 'GB' },

  declining('0002', declines.generic_decline, 'visa_chargeDeclined', 'chargeDeclined'),
  declining(
    '9995',
    declines.insufficient_funds,
    'visa_chargeDeclinedInsufficientFunds',
    'chargeDeclinedInsufficientFunds',
  ),
  declining('9987', declines.lost_card, 'visa_chargeDeclinedLostCard', 'chargeDeclinedLostCard'),
  declining('9979', declines.stolen_card, 'visa_chargeDeclinedStolenCard', 'chargeDeclinedStolenCard'),
  declining('0069', declines.expired_card, 'chargeDeclinedExpiredCard', 'visa_chargeDeclinedExpiredCard'),
  declining('0127', declines.incorrect_cvc, 'chargeDeclinedIncorrectCvc', 'visa_chargeDeclinedIncorrectCvc'),
  declining('0119', declines.processing_error, 'chargeDeclinedProcessingError', 'visa_chargeDeclinedProcessingError'),
  declining(
    '6975',
    declines.card_velocity_exceeded,
    'visa_chargeDeclinedVelocityLimitExceeded',
    'chargeDeclinedVelocityLimitExceeded',
  ),
  { ...declining('0341', declines.generic_decline, 'chargeCustomerFail'), declinesOnlyCharges: true },

  { ...visa, names: ['authenticationRequired'], last4: '3184', authentication: 'always' },
  { ...visa, names: ['authenticationRequiredOnSetup'], last4: '3155', authentication: 'unless-set-up' },
  { ...visa, names: ['authenticationRequiredSetupForOffSession'], last4: '0446', authentication: 'on-session-only' },
  { ...visa, names: ['threeDSecure2Required'], last4: '3220', authentication: 'always' },
  authenticatingThenDeclining('1629', declines.generic_decline, 'ChargeDeclined'),
  authenticatingThenDeclining('1280', declines.processing_error, 'ProcessingError'),

  { ...visa, names: ['createDispute'], last4: '0259', dispute: 'fraudulent' },
  { ...visa, names: ['createDisputeProductNotReceived'], last4: '2685', dispute: 'product_not_received' },
  { ...visa, names: ['createDisputeInquiry'], last4: '1976', dispute: 'inquiry' },
  { ...visa, names: ['pendingRefund'], last4: '7726', refund: 'arrives-later' },
  { ...visa, names: ['refundFail'], last4: '5126', refund: 'fails-later' },
]

const byName = new Map(testCards.flatMap((card) => card.names.map((name) => [name, card] as const)))

export function findCardByToken(token: string): TestCard | undefined {
  return token.startsWith('tok_') ? byName.get(token.slice('tok_'.length)) : undefined
}

export function findCardByAlias(alias: string): TestCard | undefined {
  return alias.startsWith('pm_card_') ? byName.get(alias.slice('pm_card_'.length)) : undefined
}

export function getCard(name: string): TestCard {
  const card = byName.get(name)
  if (!card) throw new Error(`No test card is named ${name}`)
  return card
}

function declining(last4: string, decline: Decline, ...names: [string, ...string[]]): TestCard {
  return { ...visa, names, last4, decline }
}

function authenticatingThenDeclining(last4: string, decline: Decline, outcome: string): TestCard {
  const names = [`threeDSecureRequired${outcome}`, `threeDSecure2Required${outcome}`] as const
  return { ...visa, names, last4, decline, declinesOnlyCharges: true, authentication: 'always' }
}
