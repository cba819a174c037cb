import { canonicalEmailAddress, looksLikeEmailAddress } from '#platform/shared/email-address.ts'
import { ownWords } from './own-words.ts'

/** As much of a mail as is looked at. */
export type ReadMail = {
  headers: { name: string; value: string }[]
  messageId: string | null
  /** Everybody who says to be its writer. */
  from: { name: string; address: string }[]
  recipients: string[]
  subject: string
  text: string
  /** That came with it. */
  files: number
}

export type IgnoredBecause = 'automatic' | 'our-own' | 'no-sender' | 'nothing-in-it'

/** What became of a mail: the mail server has nothing more to do with it. */
export type Received =
  | { outcome: 'added' | 'passed-on' | 'known' }
  | { outcome: 'ignored'; because: IgnoredBecause | 'too-many' }

type Ourselves = {
  /** The host of our links, which is in the Message-ID of all our letters. */
  host: string
  /** Addresses that we write from or have our mail sent to. */
  addresses: string[]
}

/**
 * Why nobody is to read a mail, or null. Whatever a program sent by itself goes no further: two of them could answer each
 * other for ever.
 */
export function reasonToIgnore(mail: ReadMail, ourselves: Ourselves): IgnoredBecause | null {
  if (isAutomatic(mail)) return 'automatic'
  const [writer, ...others] = mail.from
  if (!writer || others.length > 0 || !looksLikeEmailAddress(writer.address)) return 'no-sender'
  if (isOurOwn(mail, writer.address, ourselves)) return 'our-own'
  return ownWords(mail.text) === '' && mail.files === 0 ? 'nothing-in-it' : null
}

/** RFC 3834, and what older programs say in its place. */
function isAutomatic({ headers, from }: ReadMail): boolean {
  const [writer] = from
  if (writer && /^(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?)[@+]/i.test(writer.address)) return true
  return headers.some(({ name, value }) => {
    const said = value.trim().toLowerCase()
    if (name === 'auto-submitted') return said !== 'no'
    if (name === 'precedence') return /^(?:bulk|junk|list|auto_reply)/.test(said)
    // The way of every report that a mail could not be delivered.
    if (name === 'return-path') return said === '<>'
    if (name === 'content-type') return said.startsWith('multipart/report')
    return ['x-autoreply', 'x-autorespond', 'x-auto-reply', 'list-id', 'feedback-id'].includes(name)
  })
}

function isOurOwn({ messageId }: ReadMail, writer: string, { host, addresses }: Ourselves): boolean {
  const ours = addresses.map(canonicalEmailAddress)
  return ours.includes(canonicalEmailAddress(writer)) || (messageId?.toLowerCase().endsWith(`@${host}>`) ?? false)
}

/**
 * Whether a mail was written by a member, as far as it says so itself: who knows its address as well is believed. Not
 * where it names another address beside: the server that looked into its sender may have read that one.
 */
export function isWrittenBy({ from }: ReadMail, email: string): boolean {
  const [writer] = from
  if (!writer || canonicalEmailAddress(writer.address) !== canonicalEmailAddress(email)) return false
  return !writer.name.toLowerCase().replaceAll(writer.address.toLowerCase(), '').includes('@')
}

/** The beginning of a text that may be too long. */
export function shortened(text: string, longest: number): { text: string; isShortened: boolean } {
  if (text.length <= longest) return { text, isShortened: false }
  return {
    text: text
      .slice(0, longest)
      .toWellFormed()
      .replace(/\ufffd$/, '')
      .trimEnd(),
    isShortened: true,
  }
}
