import { type CardValues, type FieldName, findBrand, groupNumber } from './card-rules.ts'

/** For each field: how input is turned into digits, and how digits are displayed. */
interface DigitFormat {
  read(text: string, values: CardValues): string
  show(digits: string): string
}

export const digitFormats: Partial<Record<FieldName, DigitFormat>> = {
  number: {
    read: (text) => {
      const digits = keepDigits(text)
      return digits.slice(0, findBrand(digits).digits)
    },
    show: groupNumber,
  },
  expiry: {
    read: readExpiry,
    show: (digits) => (digits.length < 2 ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`),
  },
  code: {
    read: (text, { number }) => keepDigits(text).slice(0, findBrand(number).codeDigits),
    show: (digits) => digits,
  },
}

function keepDigits(text: string): string {
  return text.replace(/\D/g, '')
}

function readExpiry(text: string): string {
  const digits = keepDigits(text)
  // "4" can only be April and "1/" only January, so add the zero.
  if (/^[2-9]/.test(digits) || /^\s*\d\s*\//.test(text)) return `0${digits}`.slice(0, 4)
  // Shorten a pasted "12/2030".
  if (digits.length === 6) return digits.slice(0, 2) + digits.slice(4)
  return digits.slice(0, 4)
}

/**
 * Rewrites the field after a keystroke and keeps the caret after the same digit.
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
  let digitsBeforeCaret = keepDigits(input.value.slice(0, caret)).length
  let digits = format.read(input.value, values)
  if (isDeletion && digits === before) {
    // Only a gap was deleted, so remove the digit before it.
    digits = digits.slice(0, Math.max(0, digitsBeforeCaret - 1)) + digits.slice(digitsBeforeCaret)
    digitsBeforeCaret -= 1
  }
  const wasAtEnd = caret >= input.value.length
  const text = format.show(digits)
  input.value = isDeletion ? text.replace(/\D+$/, '') : text
  const position = wasAtEnd ? input.value.length : positionBehind(input.value, digitsBeforeCaret)
  input.setSelectionRange(position, position)
  return digits
}

function positionBehind(text: string, count: number): number {
  let position = 0
  for (let digitCount = 0; digitCount < count && position < text.length; position += 1) {
    if (/\d/.test(text.charAt(position))) digitCount += 1
  }
  return position
}
