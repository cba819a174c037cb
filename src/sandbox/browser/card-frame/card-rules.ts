import type { CardError } from '../frame-messages.ts'
import { brandOf, hasValidCheckDigit } from './card-brands.ts'
import { tokenOfTestNumber } from './test-card-numbers.ts'

export type FieldName = 'number' | 'expiry' | 'code' | 'postalCode'

/** Digits only, except for the postal code. */
export type CardValues = Record<FieldName, string>

export type FieldVerdict =
  | { state: 'empty' | 'incomplete'; error: CardError }
  | { state: 'invalid'; error: CardError }
  | { state: 'complete'; error?: undefined }

const complete: FieldVerdict = { state: 'complete' }

export const testCardsOnly = 'Test mode: only test cards are accepted here. Never type a real card.'

/** What is to be said about one field, in Stripe.js's codes and words. */
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
  if (number.length < brandOf(number).digits) {
    return unfinished(number, 'incomplete_number', 'Your card number is incomplete.')
  }
  if (!hasValidCheckDigit(number)) return invalid('invalid_number', 'Your card number is invalid.')
  return tokenOfTestNumber[number] ? complete : invalid('test_mode_live_card', testCardsOnly)
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
  if (code.length >= brandOf(number).codeDigits) return complete
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
