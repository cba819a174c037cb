import type { LetterExamples } from '#features/company/server/public.ts'
import { packageExtendedLetter, packageGrantedLetter } from '../emails.ts'

const ada = { email: 'ada@example.org', firstName: 'Ada' }
const startsAt = new Date('2026-03-02T09:30:00Z')
const endsAt = new Date('2026-03-09T09:30:00Z')
const title = 'MY FUTURE Basic'

export const letterExamples: LetterExamples = {
  packageGrantedLetter: ({ company, publicUrl }) =>
    packageGrantedLetter(ada, company, {
      title,
      startsAt,
      endsAt,
      reason: 'You won our competition',
      url: `${publicUrl}/portal/packages`,
    }),
  packageExtendedLetter: ({ company, publicUrl }) =>
    packageExtendedLetter(ada, company, {
      title,
      endsAt,
      reason: 'You were ill',
      url: `${publicUrl}/portal/packages`,
    }),
}
