import type { EmailPreviews } from '#features/company/server/public.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { answerEmail, companyNotificationEmail } from '../messages/server/emails.ts'

const member = {
  id: '00000000-0000-4000-8000-000000000001' as MemberId,
  name: 'Ada Lovelace',
  firstName: 'Ada',
  email: 'ada@example.org',
  isDisabled: false,
}
const text = 'Thank you for your question.\nYes, the report arrives before the summer.'

export const emailPreviews: EmailPreviews = {
  'answerEmail:answered-in-the-portal': (site) => answerEmail({ ...site, member, text, replyTo: undefined }),
  'answerEmail:answered-by-mail': (site) => answerEmail({ ...site, member, text, replyTo: 'replies@example.org' }),
  companyNotificationEmail: (site) => companyNotificationEmail({ ...site, member }),
}
