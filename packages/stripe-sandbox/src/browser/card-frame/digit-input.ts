import { brandOf, type CardValues, type FieldName, groupNumber } from './card-rules.ts'

/** Per field: how input becomes digits, and how digits are displayed. */
interface DigitFormat {
  read(shown: string, values: CardValues): string
  show(digits: string): string
}

export const digitFormats: Partial<Record<FieldName, DigitFormat>> = {
  number: {
    read: (shown) => {
      const digits = digitsOf(shown)
      return digits.slice(0, brandOf(digits).digits)
    },
    show: groupNumber,
  },
  expiry: {
    read: readExpiry,
    show: (digits) => (digits.length < 2 ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`),
  },
  code: {
    read: (shown, { number }) => digitsOf(shown).slice(0, brandOf(number).codeDigits),
    show: (digits) => digits,
  },
}

function digitsOf(shown: string): string {
  return shown.replace(/\D/g, '')
}

function readExpiry(shown: string): string {
  const digits = digitsOf(shown)
  // "4" can only be April and "1/" only January, so add the zero.
  if (/^[2-9]/.test(digits) || /^\s*\d\s*\//.test(shown)) return `0${digits}`.slice(0, 4)
  // A pasted "12/2030".
  if (digits.length === 6) return digits.slice(0, 2) + digits.slice(4)
  return digits.slice(0, 4)
}

/**
 * Rewrites the field after a keystroke and keeps the caret behind the same digit.
 * @returns the digits
 */
export function reformat(
  input: HTMLInputElement,
  format: DigitFormat,
  values: CardValues,
  before: string,
  isDeletion: boolean,
) {
  const caret = input.selectionStart ?? input.value.length
  let digitsBeforeCaret = digitsOf(input.value.slice(0, caret)).length
  let digits = format.read(input.value, values)
  if (isDeletion && digits === before) {
    // The deletion removed only a gap, so remove the digit in front of it.
    digits = digits.slice(0, Math.max(0, digitsBeforeCaret - 1)) + digits.slice(digitsBeforeCaret)
    digitsBeforeCaret -= 1
  }
  const wasAtEnd = caret >= input.value.length
  const shown = format.show(digits)
  input.value = isDeletion ? shown.replace(/\D+$/, '') : shown
  const position = wasAtEnd ? input.value.length : positionBehind(input.value, digitsBeforeCaret)
  input.setSelectionRange(position, position)
  return digits
}

function positionBehind(shown: string, count: number): number {
  let position = 0
  for (let seen = 0; seen < count && position < shown.length; position += 1) {
    if (/\d/.test(shown.charAt(position))) seen += 1
  }
  return position
}
