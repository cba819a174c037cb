import { z } from 'zod'
import { isStorable, missing } from './text.ts'

/** RFC 5321 §4.5.3.1.3 */
const MAX_LENGTH = 254

/**
 * SPEC §5's simple address: something, an at sign, a domain with a dot, no white space.
 * Written without a regular expression because the usual pattern for it takes polynomial time (SECURITY §2.5).
 */
export function looksLikeEmailAddress(value: string): boolean {
  if (value.length > MAX_LENGTH || !isStorable(value)) return false
  const [local, domain, ...rest] = value.split('@')
  if (!local || !domain || rest.length > 0 || hasForbiddenCharacter(value)) return false
  const labels = domain.split('.')
  return labels.length > 1 && labels.every((label) => label.length > 0)
}

// White space would let "a b@c.d" through; the others have a meaning in a mail header, where an address goes.
function hasForbiddenCharacter(value: string): boolean {
  return [...value].some(
    (character) => character <= ' ' || '"(),:;<>[\\]\u007f'.includes(character) || isInvisible(character),
  )
}

// Zero-width and directional marks make two addresses that look alike.
function isInvisible(character: string): boolean {
  return /[\s\p{Cf}\p{Cc}\p{Z}]/u.test(character)
}

export const EmailAddress = z
  .string(missing('Email is required'))
  .trim()
  .min(1, 'Email is required')
  .refine(looksLikeEmailAddress, {
    error: 'Email is invalid',
    when: ({ value }) => typeof value === 'string' && value !== '',
  })

/** One mailbox, one spelling: full-width and composed forms folded, case ignored (PRODUCT D8). */
export function canonicalEmailAddress(value: string): string {
  // Lower case comes apart into letter and accent where the capital was written so: composed again, it is one spelling.
  // Trimmed last, because a free-standing accent comes apart into a space and the accent.
  return value.normalize('NFKC').toLowerCase().normalize('NFKC').trim()
}
