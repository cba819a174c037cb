import { randomBytes } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** `pi_3kQ…`: the same alphabet and length as the provider's own ids. */
export function newId(prefix: string, length = 24): string {
  return `${prefix}_${randomText(length)}`
}

export function randomText(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // Bytes above the last full alphabet are thrown away: a plain remainder would favour the first letters.
      if (byte < 248) text += alphabet[byte % 62]
    }
  }
  return text.slice(0, length)
}
