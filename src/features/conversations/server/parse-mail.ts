import PostalMime, { type Address, addressParser, type Email } from 'postal-mime'
import { textOfHtml } from '../rules/html-text.ts'
import type { ReadMail } from '../rules/incoming.ts'

/** More than anybody writes, and what they quote with it. In letters. */
const LONGEST_TEXT = 100_000

/** Deeper than any mail program nests them. */
const DEEPEST = 20

const MOST_HEADER_BYTES = 65_536

export type ParsedMail = { state: 'read'; mail: ReadMail } | { state: 'unreadable' }

/** What a mail says, of its raw bytes. Whatever cannot be read as one, however it was made, is unreadable. */
export async function parseMail(raw: Uint8Array): Promise<ParsedMail> {
  try {
    const email = await PostalMime.parse(raw, {
      maxNestingDepth: DEEPEST,
      maxHeadersSize: MOST_HEADER_BYTES,
      // A letter within the letter is a file, and not words of who sent it.
      forceRfc822Attachments: true,
    })
    return { state: 'read', mail: readMail(email) }
  } catch {
    return { state: 'unreadable' }
  }
}

function readMail(email: Email): ReadMail {
  const headers = email.headers.map(({ key, value }) => ({ name: key, value }))
  const addressesIn = (...names: string[]) =>
    headers.filter(({ name }) => names.includes(name)).flatMap(({ value }) => flat(addressParser(value)))
  return {
    headers,
    messageId: email.messageId?.trim() || null,
    from: addressesIn('from'),
    // First what servers write on its way, who know where it was delivered.
    recipients: addressesIn('x-original-to', 'delivered-to', 'envelope-to', 'to', 'cc').map(({ address }) => address),
    subject: email.subject ?? '',
    text: wordsOf(email),
    files: email.attachments.filter(({ related, mimeType }) => !related && !isSignature(mimeType)).length,
  }
}

function wordsOf({ text = '', html = '' }: Email): string {
  if (text.trim() !== '') return text.slice(0, LONGEST_TEXT)
  // Its tags are longer than its words.
  return textOfHtml(html.slice(0, 10 * LONGEST_TEXT)).slice(0, LONGEST_TEXT)
}

function flat(addresses: Address[]): { name: string; address: string }[] {
  return addresses.flatMap((one) => (one.group ? flat(one.group) : [{ name: one.name, address: one.address ?? '' }]))
}

/** Of the mail itself, and no file that anybody would miss. */
function isSignature(type: string): boolean {
  return /^application\/(?:pgp-signature|(?:x-)?pkcs7-signature)$/.test(type)
}
