import { addMilliseconds, DAY_MS, HOUR_MS } from '#platform/shared/durations.ts'
import type { Role } from '../contract.ts'
import { MIN_PASSWORD_LENGTH, MIN_STAFF_PASSWORD_LENGTH } from './contract.ts'

/** Leaves time to find the email, but not for someone who reads the mailbox later. */
const PASSWORD_LINK_LIFETIME = HOUR_MS

export function passwordLinkExpiry(requestedAt: Date): Date {
  return addMilliseconds(requestedAt, PASSWORD_LINK_LIFETIME)
}

/** Leaves time to reach the person by telephone. The link is not in a mailbox that others may read later. */
const OPERATOR_LINK_LIFETIME = DAY_MS

export function operatorLinkExpiry(now: Date): Date {
  return addMilliseconds(now, OPERATOR_LINK_LIFETIME)
}

/** An invitation lasts a week and is sent only to the mailbox. */
export function invitationExpiry(now: Date): Date {
  return addMilliseconds(now, 7 * DAY_MS)
}

export type PasswordStrength = 'too-short' | 'weak' | 'fair' | 'strong'

/** A hint shown while typing, not a requirement. Length counts most; repeated characters count for little. */
export function passwordStrength(password: string, shortest: number = MIN_PASSWORD_LENGTH): PasswordStrength {
  if (password.length < shortest) return 'too-short'
  const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/].filter((kind) => kind.test(password)).length
  const score = Math.min(password.length, 2 * new Set(password).size) + 3 * kinds
  if (score < 14) return 'weak'
  return score < 22 ? 'fair' : 'strong'
}

type NewPassword = {
  password: string
  role: Role
  /** Words that attackers try first for this person: their names, their email address and the company's name. */
  knownWords: string[]
  /** Recognises the most common passwords. Expects lower case. */
  isCommon: (password: string) => boolean
}

type PasswordJudgement = 'good' | 'password-common' | 'password-personal' | 'password-too-short'

/** Requires no capitals or digits, because such rules only make passwords predictable. */
export function judgePassword({ password, role, knownWords, isCommon }: NewPassword): PasswordJudgement {
  const typed = password.toLowerCase()
  if (isGuessable(typed, isCommon)) return 'password-common'
  const remainder = removeWords(typed, knownWords)
  // A phrase may contain a known word if the rest is a good password on its own.
  if (remainder !== typed && (remainder.length < MIN_PASSWORD_LENGTH || isGuessable(remainder, isCommon)))
    return 'password-personal'
  return role !== 'member' && password.length < MIN_STAFF_PASSWORD_LENGTH ? 'password-too-short' : 'good'
}

/**
 * Splits text into words, for example five from "mary-jane.o'neil@example.org". Omits words of one or two letters,
 * because they are too common.
 */
export function wordsIn(...texts: string[]): string[] {
  const words = texts.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]/u))
  return words.filter((word) => word.length > 2)
}

function isGuessable(password: string, isCommon: (password: string) => boolean): boolean {
  const core = stripAffixes(password)
  return isMonotonous(password) || [password, core, undoLeetspeak(core)].some(isCommon)
}

/** Detects "aaaabbbb" or "abcdabcd". Long repeated strings are allowed, because attackers do not try them first. */
function isMonotonous(password: string): boolean {
  if (password.length > 16 || !/[\p{L}\p{N}]/u.test(password)) return false
  return new Set(password).size < 4 || (password + password).indexOf(password, 1) < password.length
}

/** Adding a year or an exclamation mark does not make a common password safer. */
function stripAffixes(password: string): string {
  const isLetter = (character: string) => character.toLowerCase() !== character.toUpperCase()
  const characters = [...password]
  const firstLetter = characters.findIndex(isLetter)
  const lastLetter = characters.findLastIndex(isLetter)
  const hasShortAffixes = firstLetter >= 0 && firstLetter + characters.length - 1 - lastLetter <= 5
  return hasShortAffixes ? characters.slice(firstLetter, lastLetter + 1).join('') : password
}

const lookalikes: Record<string, string> = { '@': 'a', '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', $: 's' }

/** "p@ssw0rd" is no better than "password". */
function undoLeetspeak(password: string): string {
  return [...password].map((character) => lookalikes[character] ?? character).join('')
}

/** Removes the longest words first, because removing "ann" first would leave the end of "annabel". */
function removeWords(password: string, words: string[]): string {
  const longestFirst = words.toSorted((a, b) => b.length - a.length)
  return longestFirst.reduce((remainder, word) => remainder.replaceAll(word, ''), password)
}
