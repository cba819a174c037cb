import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { replyAddress, splitToken } from '../rules/reply-address.ts'
import type { IncomingMail } from './conversations-context.ts'

/** Nobody can guess one; another one ends the addresses before. */
export function makeReplyKey(): string {
  return randomBytes(8).toString('hex')
}

/** The address to which an answer to a letter of a conversation goes. It opens nothing and logs nobody in. */
export function signReplyKey({ address, secret }: IncomingMail, key: string): string {
  return replyAddress(address, key + signatureOf(secret, key))
}

/** The key in a token, where it is one that we gave out. */
export function readReplyKey({ secret }: IncomingMail, token: string): string | undefined {
  const { key, signature } = splitToken(token)
  const isOurs = timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(secret, key)))
  return isOurs ? key : undefined
}

function signatureOf(secret: string, key: string): string {
  return createHmac('sha256', secret).update(`reply-address:${key}`).digest('hex').slice(0, 24)
}
