import { randomBytes } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Makes an id such as `pi_3kQ…`, with the alphabet and length of Stripe's. */
export function newId(prefix: string, length = 24): string {
  return `${prefix}_${randomText(length)}`
}

export function randomText(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // Skip bytes from 248 upwards, because otherwise the remainder would favour the first eight characters.
      if (byte < 248) text += alphabet[byte % 62]
    }
  }
  return text.slice(0, length)
}
