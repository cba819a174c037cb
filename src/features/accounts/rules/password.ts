import type { Role } from '../contract.ts'

/** What a new password is judged by. `isCommon` knows the ones that are used most, in lower case. */
type NewPassword = {
  password: string
  role: Role
  /** Words that others try first for this person: names, the address, what the company is called. */
  knownWords: string[]
  isCommon: (password: string) => boolean
}

type PasswordJudgement = 'good' | 'password-common' | 'password-personal' | 'password-too-short'

/** SECURITY §2.4 */
const STAFF_LENGTH = 15

/** Whether a new password may be used at all: no rule asks for capitals or digits, which only make people predictable. */
export function judgePassword({ password, role, knownWords, isCommon }: NewPassword): PasswordJudgement {
  const typed = password.toLowerCase()
  if (isGuessable(typed, isCommon)) return 'password-common'
  const rest = without(typed, knownWords)
  // A phrase may well hold a known word: what remains must then be worth a password by itself.
  if (rest !== typed && (rest.length < 8 || isGuessable(rest, isCommon))) return 'password-personal'
  return role !== 'member' && password.length < STAFF_LENGTH ? 'password-too-short' : 'good'
}

/** The words of names, addresses and titles: "mary-jane.o'neil@example.org" is five. Two letters are in too much else. */
export function wordsIn(...texts: string[]): string[] {
  const words = texts.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]/u))
  return words.filter((word) => word.length > 2)
}

function isGuessable(password: string, isCommon: (password: string) => boolean): boolean {
  const core = withoutFrame(password)
  return isMonotonous(password) || [password, core, withoutDigitSpelling(core)].some(isCommon)
}

/** "aaaabbbb", "abcdabcd": what is repeated finds itself again before its end. Nobody tries the long ones first. */
function isMonotonous(password: string): boolean {
  if (password.length > 16 || !/[\p{L}\p{N}]/u.test(password)) return false
  return new Set(password).size < 4 || (password + password).indexOf(password, 1) < password.length
}

/** A common password stays one with a year or an exclamation mark around it. */
function withoutFrame(password: string): string {
  const isLetter = (character: string) => character.toLowerCase() !== character.toUpperCase()
  const characters = [...password]
  const first = characters.findIndex(isLetter)
  const last = characters.findLastIndex(isLetter)
  const isFramed = first >= 0 && first + characters.length - 1 - last <= 5
  return isFramed ? characters.slice(first, last + 1).join('') : password
}

const lookalikes: Record<string, string> = { '@': 'a', '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', $: 's' }

/** "p@ssw0rd" is no better than what it looks like. */
function withoutDigitSpelling(password: string): string {
  return [...password].map((character) => lookalikes[character] ?? character).join('')
}

/** The longest words first: otherwise "ann" would leave the end of "annabel" behind. */
function without(password: string, words: string[]): string {
  const longestFirst = words.toSorted((one, other) => other.length - one.length)
  return longestFirst.reduce((rest, word) => rest.replaceAll(word, ''), password)
}
