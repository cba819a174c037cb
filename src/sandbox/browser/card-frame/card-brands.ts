export interface CardBrand {
  name: 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay' | 'unknown'
  /** As a person reads it. */
  title: string
  pattern: RegExp
  digits: number
  /** Where a gap stands when the number is shown. */
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

export function brandOf(number: string): CardBrand {
  return cardBrands.find(({ pattern }) => pattern.test(number)) ?? unknownBrand
}

/** `4242 4242 4242 4242` */
export function groupNumber(number: string): string {
  const { groups, digits } = brandOf(number)
  const cuts = [0, ...groups, digits]
  return cuts
    .slice(1)
    .map((end, index) => number.slice(cuts[index], end))
    .filter((group) => group !== '')
    .join(' ')
}

/** The check digit that catches a mistyped number. */
export function hasValidCheckDigit(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = index % 2 === 0 ? Number(digit) : Number(digit) * 2
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
