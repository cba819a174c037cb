import type { LetterExamples } from '#features/company/server/public.ts'
import { newsLetter, testLetter } from '../emails.ts'

export const letterExamples: LetterExamples = {
  testLetter: (site) => testLetter({ ...site, member: { email: 'ada@example.org', firstName: 'Ada' } }),
  newsLetter: (site) =>
    newsLetter({
      ...site,
      news: {
        subject: 'A new package: your first year abroad',
        text: 'From January there is a package for your first year at a university abroad.\nWe tell you on our pages what it holds.',
      },
      member: { email: 'ada@example.org', firstName: 'Ada' },
      token: 'example',
    }),
}
