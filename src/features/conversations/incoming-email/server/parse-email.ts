import PostalMime, { type Address, addressParser, type Email } from 'postal-mime'
import type { Parsed } from '#platform/server/parser/open-parser.ts'
import { checkEmailStructure, MAX_NESTING_DEPTH, type StructureProblem } from '../rules/email-structure.ts'
import { htmlToText } from '../rules/html-text.ts'
import type { ParsedEmail } from '../rules/incoming-email.ts'

/** In characters. No message is longer than this, even with its quotes. */
const MAX_TEXT_LENGTH = 100_000

const MAX_HEADER_BYTES = 65_536

/** Parses an email from an unknown sender. Call this only in the parser process (see `parse-in-process.ts`). */
export async function parseEmail(raw: Buffer): Promise<Parsed<ParsedEmail, StructureProblem | 'unreadable'>> {
  const problem = checkEmailStructure(raw)
  if (problem) return { ok: false, reason: problem }
  try {
    const email = await PostalMime.parse(raw, {
      maxNestingDepth: MAX_NESTING_DEPTH,
      maxHeadersSize: MAX_HEADER_BYTES,
      // Treats an attached email as a file, because its text was not written by the sender.
      forceRfc822Attachments: true,
    })
    return { ok: true, value: toParsedEmail(email) }
  } catch {
    return { ok: false, reason: 'unreadable' }
  }
}

function toParsedEmail(email: Email): ParsedEmail {
  const headers = email.headers.map(({ key, value }) => ({ name: key, value }))
  const addressesIn = (...names: string[]) =>
    headers.filter(({ name }) => names.includes(name)).flatMap(({ value }) => flattenAddresses(addressParser(value)))
  return {
    headers,
    messageId: email.messageId?.trim() || null,
    from: addressesIn('from'),
    // Delivery headers come first, because mail servers add them and know the real recipient.
    recipients: addressesIn('x-original-to', 'delivered-to', 'envelope-to', 'to', 'cc').map(({ address }) => address),
    subject: email.subject ?? '',
    text: extractText(email),
    files: email.attachments.filter(({ related, mimeType }) => !related && !isSignature(mimeType)).length,
  }
}

function extractText({ text = '', html = '' }: Email): string {
  if (text.trim() !== '') return text.slice(0, MAX_TEXT_LENGTH)
  // Allows more HTML than text, because tags take up space.
  return htmlToText(html.slice(0, 10 * MAX_TEXT_LENGTH)).slice(0, MAX_TEXT_LENGTH)
}

function flattenAddresses(addresses: Address[]): { name: string; address: string }[] {
  return addresses.flatMap((entry) =>
    entry.group ? flattenAddresses(entry.group) : [{ name: entry.name, address: entry.address ?? '' }],
  )
}

/** Signatures are part of the email itself and do not count as files. */
function isSignature(type: string): boolean {
  return /^application\/(?:pgp-signature|(?:x-)?pkcs7-signature)$/.test(type)
}
