import { readFileSync } from 'node:fs'
import { readCompany } from '#features/company/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { Role } from '../../contract.ts'
import { judgePassword, wordsIn } from '../rules.ts'

/**
 * One password per line, in lower case: the most common in leaks, from the ranked list of @zxcvbn-ts/language-common 3
 * (MIT), and keyboard walks. Passwords under eight characters are recognised with digits around them.
 */
const commonPasswords = new Set(readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8').split('\n'))

/** The names the company is known by, checked whatever the settings contain (ASVS 6.2.11). */
const brandWords = ['futureworld', 'future', 'world', 'study', 'consultancy']

/**
 * Call for every new password.
 * @throws Refused with one of the reasons in `weakPassword`
 */
export async function requireStrongPassword(
  { db }: Context,
  password: string,
  { firstName, lastName, email, role }: { firstName: string; lastName: string; email: string; role: Role },
): Promise<void> {
  const { brandName } = await readCompany(db)
  const judgement = judgePassword({
    password,
    role,
    knownWords: [...brandWords, ...wordsIn(firstName, lastName, email, brandName)],
    isCommon: (candidate) => commonPasswords.has(candidate),
  })
  if (judgement !== 'good') throw new Refused(judgement)
}
