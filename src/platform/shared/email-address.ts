import { z } from 'zod'
import { isStorable, missing } from './text.ts'

/** RFC 5321 §4.5.3.1.3 */
const MAX_LENGTH = 254

/**
 * SPEC §5's simple email address: text, an at sign and a domain with a dot, without white space. It uses no regular
 * expression, because the usual pattern takes polynomial time.
 */
export function looksLikeEmailAddress(value: string): boolean {
  if (value.length > MAX_LENGTH || !isStorable(value)) return false
  const [local, domain, ...rest] = value.split('@')
  if (!local || !domain || rest.length > 0 || hasForbiddenCharacter(value)) return false
  const labels = domain.split('.')
  return labels.length > 1 && labels.every((label) => label.length > 0)
}

// White space would allow "a b@c.d". The other characters have a meaning in email headers.
function hasForbiddenCharacter(value: string): boolean {
  return [...value].some(
    (character) => character <= ' ' || '"(),:;<>[\\]\u007f'.includes(character) || isInvisible(character),
  )
}

// Zero-width and directional characters make different addresses look alike.
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

/** Returns one spelling per mailbox: full-width and composed forms folded, case ignored (PRODUCT D8). */
export function canonicalEmailAddress(value: string): string {
  // Lower-casing may split a letter from its accent, so the text is normalised again. It is trimmed last, because a
  // free-standing accent becomes a space and an accent.
  return value.normalize('NFKC').toLowerCase().normalize('NFKC').trim()
}

/** Scripts that are normally mixed: Japanese, Korean and Chinese with Latin letters (UTS 39 §5.2). */
const allowedScripts = [
  /^[\p{scx=Latin}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\P{L}]*$/u,
  /^[\p{scx=Latin}\p{scx=Han}\p{scx=Hangul}\P{L}]*$/u,
  /^[\p{scx=Latin}\p{scx=Han}\p{scx=Bopomofo}\P{L}]*$/u,
  /^[\p{scx=Cyrillic}\P{L}]*$/u,
  /^[\p{scx=Greek}\P{L}]*$/u,
  /^[\p{scx=Armenian}\P{L}]*$/u,
  // Letters from other scripts are not mistaken for Latin ones.
  /^[^\p{scx=Latin}\p{scx=Cyrillic}\p{scx=Greek}\p{scx=Armenian}]*$/u,
]

/** True if a part of the address mixes scripts that no one writes together, as in "аda", which looks like "ada". */
export function mixesAlphabets(address: string): boolean {
  return address.split(/[@._+-]/).some((part) => !allowedScripts.some((pattern) => pattern.test(part)))
}
