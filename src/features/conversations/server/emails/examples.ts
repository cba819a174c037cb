import type { LetterExamples } from '#features/company/server/public.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { answerLetter, companyLetter } from '../emails.ts'

const member = {
  id: '00000000-0000-4000-8000-000000000001' as MemberId,
  name: 'Ada Lovelace',
  firstName: 'Ada',
  email: 'ada@example.org',
  isDisabled: false,
}
const text = 'Thank you for your question.\nYes, the report arrives before the summer.'

export const letterExamples: LetterExamples = {
  'answerLetter:answered-in-the-portal': (site) => answerLetter({ ...site, member, text, replyTo: undefined }),
  'answerLetter:answered-by-mail': (site) => answerLetter({ ...site, member, text, replyTo: 'replies@example.org' }),
  companyLetter: (site) => companyLetter({ ...site, member }),
}
