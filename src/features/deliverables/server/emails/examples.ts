import type { LetterExamples } from '#features/company/server/public.ts'
import { news, newsLetter } from '../emails.ts'

const reader = { email: 'ada@example.org', firstName: 'Ada' }

/** One letter for each thing that is told. */
export const letterExamples: LetterExamples = Object.fromEntries(
  Object.entries(news).map(([kind, tell]): [string, LetterExamples[string]] => [
    `newsLetter:${kind}`,
    ({ company, publicUrl }) =>
      newsLetter(tell({ name: 'Career report', packageTitle: 'MY FUTURE Basic' }), {
        reader,
        company,
        address: `${publicUrl}/portal/deliverables/example`,
      }),
  ]),
)
