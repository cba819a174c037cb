import { readFileSync } from 'node:fs'
import { readCompany } from '#features/company/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { Role } from '../contract.ts'
import { judgePassword, wordsIn } from '../rules/password.ts'

/**
 * One a line, in lower case: the most used in published leaks, by the ranked list of @zxcvbn-ts/language-common 3 (MIT),
 * and walks over the keyboard. Those below eight characters are found with digits around them.
 */
const commonPasswords = new Set(readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8').split('\n'))

/** What we are called everywhere, whatever the settings say (ASVS 6.2.11). */
const ourWords = ['futureworld', 'future', 'world', 'study', 'consultancy']

/** For every password that somebody sets. @throws Refused by one of the reasons in `weakPassword` */
export async function requireGoodPassword(
  { db }: Context,
  password: string,
  { firstName, lastName, email, role }: { firstName: string; lastName: string; email: string; role: Role },
): Promise<void> {
  const { brandName } = await readCompany(db)
  const judgement = judgePassword({
    password,
    role,
    knownWords: [...ourWords, ...wordsIn(firstName, lastName, email, brandName)],
    isCommon: (candidate) => commonPasswords.has(candidate),
  })
  if (judgement !== 'good') throw new Refused(judgement)
}
