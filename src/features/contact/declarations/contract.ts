import { z } from 'zod'
import { EmailAddress } from '#platform/shared/email-address.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { text } from '#platform/shared/text.ts'

/** What people write if they cannot find their order reference. */
export const UNKNOWN_ORDER = 'unknown'

/**
 * Reads an order reference as people type it, such as "FW 2026 42" or the number of the invoice.
 * @returns the reference as stored, `UNKNOWN_ORDER`, or undefined if it looks like no reference of ours
 */
export function readOrderReference(typed: string): string | undefined {
  const compact = typed
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
  if (compact === UNKNOWN_ORDER) return UNKNOWN_ORDER
  const [, series, year, digits] = /^(?:inv)?(fw|test)(\d{4})(\d{1,9})$/.exec(compact) ?? []
  return series && Number(digits) > 0 ? `${series}-${year}-${String(Number(digits)).padStart(6, '0')}` : undefined
}

/**
 * Accepts names of people and nothing that a mail program turns into a link or a phone number, because the
 * acknowledgement goes to an address that anyone may have typed.
 */
export function isPlainName(name: string): boolean {
  const isName = /^[\p{L}\p{M}][\p{L}\p{M} .,'’()&-]*$/u.test(name)
  return isName && !/\.[\p{L}\p{M}]{2}/u.test(name) && name.split(/ +/).length <= 8
}

const isTyped = ({ value }: { value: unknown }) => typeof value === 'string' && value.trim() !== ''

/** What someone declares to cancel a contract without logging in (PRODUCT D25). */
export const Declaration = z.strictObject({
  name: text({ required: 'Name is required', max: 80 }).refine(isPlainName, {
    error: 'Use only your name: letters, spaces and . , ’ -',
    when: isTyped,
  }),
  orderReference: text({ required: 'Order reference is required', max: 60 }).refine(
    (typed) => readOrderReference(typed) !== undefined,
    { error: 'Enter it as in FW-2026-000042, or type “unknown”', when: isTyped },
  ),
  email: EmailAddress,
})
export type Declaration = z.infer<typeof Declaration>

export const declareCancellation = endpoint('POST /api/cancellations', {
  summary: 'Cancel a contract without logging in; the answer is the same whether or not there is such an order',
  access: 'public',
  /** The page that asks for confirmation creates the id, so that a repeated request declares once. */
  body: Declaration.extend({ id: z.uuid() }),
  response: Declaration.extend({ declaredAt: z.iso.datetime() }),
  message: 'We’ve received your cancellation.',
  refusals: {
    'already-declared': 'You’ve already confirmed this page with other details. Open “Cancel a contract” again.',
  },
})

export const CancellationOutcome = z.enum([
  'withdrawn',
  'renewal-stopped',
  'already-cancelled',
  'charged-since',
  'no-match',
  'too-late',
  'business',
  'delivered',
  'refunded',
  'ended',
  'not-paid',
  'other-provider',
  'not-matched',
])
export type CancellationOutcome = z.infer<typeof CancellationOutcome>
