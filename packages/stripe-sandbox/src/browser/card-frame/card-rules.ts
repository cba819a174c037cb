import type { CardError } from '../frame-messages.ts'

interface CardBrand {
  name: 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay' | 'unknown'
  /** The name shown to the customer. */
  title: string
  pattern: RegExp
  digits: number
  /** How many digits come before each gap in the displayed number. */
  groups: readonly number[]
  codeDigits: number
}

const inFours = { digits: 16, groups: [4, 8, 12], codeDigits: 3 } as const

const unknownBrand: CardBrand = { name: 'unknown', title: '', pattern: /^/, ...inFours }

const cardBrands: readonly CardBrand[] = [
  { name: 'visa', title: 'Visa', pattern: /^4/, ...inFours },
  { name: 'mastercard', title: 'Mastercard', pattern: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, ...inFours },
  { name: 'amex', title: 'Amex', pattern: /^3[47]/, digits: 15, groups: [4, 10], codeDigits: 4 },
  { name: 'discover', title: 'Discover', pattern: /^(6011|64[4-9]|65)/, ...inFours },
  { name: 'diners', title: 'Diners', pattern: /^3(0[0-5]|[68])/, digits: 14, groups: [4, 10], codeDigits: 3 },
  { name: 'jcb', title: 'JCB', pattern: /^35/, ...inFours },
  { name: 'unionpay', title: 'UnionPay', pattern: /^62/, ...inFours },
]

export function findBrand(number: string): CardBrand {
  return cardBrands.find(({ pattern }) => pattern.test(number)) ?? unknownBrand
}

/** Formats a number as `4242 4242 4242 4242`. */
export function groupNumber(number: string): string {
  const { groups, digits } = findBrand(number)
  const cuts = [0, ...groups, digits]
  return cuts
    .slice(1)
    .map((end, index) => number.slice(cuts[index], end))
    .filter((group) => group !== '')
    .join(' ')
}

/** Checks the check digit, which catches mistyped numbers. */
function hasValidCheckDigit(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = index % 2 === 0 ? Number(digit) : Number(digit) * 2
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

export type FieldName = 'number' | 'expiry' | 'code' | 'postalCode'

/** Values contain digits only, except for the postal code. */
export type CardValues = Record<FieldName, string>

export type FieldVerdict =
  | { state: 'empty' | 'incomplete'; error: CardError }
  | { state: 'invalid'; error: CardError }
  | { state: 'complete'; error?: undefined }

const complete: FieldVerdict = { state: 'complete' }

export const testCardsOnly = 'Test mode: only test cards work here. Never enter a real card.'

/** Validates one field, with Stripe.js's error codes and messages. */
export function judgeField(name: FieldName, values: CardValues, today: Date): FieldVerdict {
  return judges[name](values, today)
}

const judges: Record<FieldName, (values: CardValues, today: Date) => FieldVerdict> = {
  number: ({ number }) => judgeNumber(number),
  expiry: ({ expiry }, today) => judgeExpiry(expiry, today),
  code: ({ code, number }) => judgeCode(code, number),
  postalCode: ({ postalCode }) => {
    return postalCode.trim().length < 3
      ? unfinished(postalCode, 'incomplete_zip', 'Your postal code is incomplete.')
      : complete
  },
}

function judgeNumber(number: string): FieldVerdict {
  if (number.length < findBrand(number).digits) {
    return unfinished(number, 'incomplete_number', 'Your card number is incomplete.')
  }
  if (!hasValidCheckDigit(number)) return invalid('invalid_number', 'Your card number is invalid.')
  return testCardTokens[number] ? complete : invalid('test_mode_live_card', testCardsOnly)
}

function judgeExpiry(expiry: string, today: Date): FieldVerdict {
  const month = Number(expiry.slice(0, 2))
  if (expiry.length >= 2 && (month < 1 || month > 12)) {
    return invalid('invalid_expiry_month', "Your card's expiration month is invalid.")
  }
  if (expiry.length < 4) {
    return unfinished(expiry, 'incomplete_expiry', "Your card's expiration date is incomplete.")
  }
  const year = 2000 + Number(expiry.slice(2))
  const yearsLeft = year - today.getFullYear()
  if (yearsLeft < 0) return invalid('invalid_expiry_year_past', "Your card's expiration year is in the past.")
  if (yearsLeft === 0 && month < today.getMonth() + 1) {
    return invalid('invalid_expiry_month_past', "Your card's expiration date is in the past.")
  }
  if (yearsLeft > 50) return invalid('invalid_expiry_year', "Your card's expiration year is invalid.")
  return complete
}

function judgeCode(code: string, number: string): FieldVerdict {
  if (code.length >= findBrand(number).codeDigits) return complete
  return unfinished(code, 'incomplete_cvc', "Your card's security code is incomplete.")
}

function unfinished(value: string, code: string, message: string): FieldVerdict {
  return { state: value === '' ? 'empty' : 'incomplete', error: validationError(code, message) }
}

function invalid(code: string, message: string): FieldVerdict {
  return { state: 'invalid', error: validationError(code, message) }
}

function validationError(code: string, message: string): CardError {
  return { type: 'validation_error', code, message }
}

/**
 * The published test numbers with their tokens. Only these tokens leave the card frame: any other number is never sent.
 */
export const testCardTokens: Record<string, string> = {
  '4242424242424242': 'tok_visa',
  '4000056655665556': 'tok_visa_debit',
  '5555555555554444': 'tok_mastercard',
  '378282246310005': 'tok_amex',
  '4000008260000000': 'tok_gb',
  '4000000000000002': 'tok_visa_chargeDeclined',
  '4000000000009995': 'tok_visa_chargeDeclinedInsufficientFunds',
  '4000000000009987': 'tok_visa_chargeDeclinedLostCard',
  '4000000000009979': 'tok_visa_chargeDeclinedStolenCard',
  '4000000000000069': 'tok_chargeDeclinedExpiredCard',
  '4000000000000127': 'tok_chargeDeclinedIncorrectCvc',
  '4000000000000119': 'tok_chargeDeclinedProcessingError',
  '4000000000006975': 'tok_visa_chargeDeclinedVelocityLimitExceeded',
  '4000000000000341': 'tok_chargeCustomerFail',
  '4000002760003184': 'tok_authenticationRequired',
  '4000002500003155': 'tok_authenticationRequiredOnSetup',
  '4000003800000446': 'tok_authenticationRequiredSetupForOffSession',
  '4000000000003220': 'tok_threeDSecure2Required',
  '4000008400001629': 'tok_threeDSecureRequiredChargeDeclined',
  '4000008400001280': 'tok_threeDSecureRequiredProcessingError',
  '4000000000000259': 'tok_createDispute',
  '4000000000002685': 'tok_createDisputeProductNotReceived',
  '4000000000001976': 'tok_createDisputeInquiry',
  '4000000000007726': 'tok_pendingRefund',
  '4000000000005126': 'tok_refundFail',
}
