import type { EmailPreviews } from '#features/company/server/public.ts'
import { packageExtendedEmail, packageGrantedEmail } from '../member-packages/server/emails.ts'

const ada = { email: 'ada@example.org', firstName: 'Ada', timeZone: 'Europe/London' }
const startsAt = new Date('2026-03-02T09:30:00Z')
const endsAt = new Date('2026-03-09T09:30:00Z')
const title = 'MY FUTURE Basic'

export const emailPreviews: EmailPreviews = {
  packageGrantedEmail: ({ company, publicUrl }) =>
    packageGrantedEmail(ada, company, {
      title,
      startsAt,
      endsAt,
      reason: 'You won our competition',
      url: `${publicUrl}/portal/packages`,
    }),
  packageExtendedEmail: ({ company, publicUrl }) =>
    packageExtendedEmail(ada, company, {
      title,
      endsAt,
      reason: 'You were ill',
      url: `${publicUrl}/portal/packages`,
    }),
}
