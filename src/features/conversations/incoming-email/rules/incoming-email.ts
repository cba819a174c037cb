import { canonicalEmailAddress, looksLikeEmailAddress } from '#platform/shared/email-address.ts'
import { replyText } from './reply-text.ts'

/** The parts of an email that we use. */
export type ParsedEmail = {
  headers: { name: string; value: string }[]
  messageId: string | null
  /** All senders named in the From header. */
  from: { name: string; address: string }[]
  recipients: string[]
  subject: string
  text: string
  /** Number of attached files. */
  files: number
}

export type IgnoreReason = 'automatic' | 'our-own' | 'no-sender' | 'empty'

/** The final result for the mail server, which must not retry after receiving it. */
export type ReceiveResult =
  | { outcome: 'added' | 'passed-on' | 'known' }
  | { outcome: 'ignored'; because: IgnoreReason | 'too-many' }

type OwnIdentity = {
  /** The host in our links, which is part of the Message-ID of all our emails. */
  host: string
  /** Addresses that we send from or receive at. */
  addresses: string[]
}

/**
 * Returns the reason to ignore an email, or null. Automatic emails are ignored, because two programs could go on
 * answering each other for ever.
 */
export function findIgnoreReason(email: ParsedEmail, ownIdentity: OwnIdentity): IgnoreReason | null {
  if (isAutomatic(email)) return 'automatic'
  const [sender, ...otherSenders] = email.from
  if (!sender || otherSenders.length > 0 || !looksLikeEmailAddress(sender.address)) return 'no-sender'
  if (isOurOwn(email, sender.address, ownIdentity)) return 'our-own'
  return replyText(email.text) === '' && email.files === 0 ? 'empty' : null
}

/** Checks the headers of RFC 3834 and older equivalents. */
function isAutomatic({ headers, from }: ParsedEmail): boolean {
  const [sender] = from
  if (sender && /^(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?)[@+]/i.test(sender.address)) return true
  return headers.some(({ name, value }) => {
    const text = value.trim().toLowerCase()
    if (name === 'auto-submitted') return text !== 'no'
    if (name === 'precedence') return /^(?:bulk|junk|list|auto_reply)/.test(text)
    // Delivery failure reports have an empty return path.
    if (name === 'return-path') return text === '<>'
    if (name === 'content-type') return text.startsWith('multipart/report')
    return ['x-autoreply', 'x-autorespond', 'x-auto-reply', 'list-id', 'feedback-id'].includes(name)
  })
}

function isOurOwn({ messageId }: ParsedEmail, senderAddress: string, { host, addresses }: OwnIdentity): boolean {
  const ownAddresses = addresses.map(canonicalEmailAddress)
  return (
    ownAddresses.includes(canonicalEmailAddress(senderAddress)) ||
    (messageId?.toLowerCase().endsWith(`@${host}>`) ?? false)
  )
}

/**
 * Compares the From header with the member. Anyone can forge it, so the caller also checks the reply address. If the
 * name contains a second address, the check fails, because the mail server may have checked that one.
 */
export function isWrittenBy({ from }: ParsedEmail, email: string): boolean {
  const [sender] = from
  if (!sender || canonicalEmailAddress(sender.address) !== canonicalEmailAddress(email)) return false
  return !sender.name.toLowerCase().replaceAll(sender.address.toLowerCase(), '').includes('@')
}

/** RFC 8601 §2.7: all possible results of these checks. */
const checkResults = ['none', 'pass', 'fail', 'softfail', 'neutral', 'policy', 'temperror', 'permerror']

/**
 * The results of our mail server's checks on the sender (RFC 8601). The mail server prepends its header, so the first
 * one is not the sender's. If there are several signatures, the best result counts.
 */
export function senderChecks({ headers }: Pick<ParsedEmail, 'headers'>): Record<'spf' | 'dkim' | 'dmarc', string> {
  const header = headers.find(({ name }) => name === 'authentication-results')?.value ?? ''
  const results = header.slice(0, 2_000).toLowerCase().split(';')
  const findResult = (check: string) => {
    const matches = results.flatMap((part) => {
      const [method, result = ''] = (part.trim().split(/[\s(]/, 1)[0] ?? '').split('=')
      return method === check && checkResults.includes(result) ? [result] : []
    })
    return matches.includes('pass') ? 'pass' : (matches[0] ?? 'missing')
  }
  return { spf: findResult('spf'), dkim: findResult('dkim'), dmarc: findResult('dmarc') }
}

/** Cuts a piece of text to its maximum length without splitting a character. */
export function truncate(text: string, maxLength: number): { text: string; isTruncated: boolean } {
  if (text.length <= maxLength) return { text, isTruncated: false }
  return {
    text: text
      .slice(0, maxLength)
      .toWellFormed()
      .replace(/\ufffd$/, '')
      .trimEnd(),
    isTruncated: true,
  }
}
