import type { Company } from '#features/company/contract.ts'
import { type EmailReader, emailTo } from '#features/company/server/public.ts'
import type { Email } from '#platform/server/email/email.ts'
import { formatDateInLondon } from '#platform/shared/calendar.ts'
import { formatTimeWithZone } from '#platform/shared/local-time.ts'

type PackageFacts = {
  title: string
  endsAt: Date
  /** Written by the administrator and shown to the member. */
  reason: string
  url: string
}

export function packageGrantedEmail(
  member: EmailReader,
  company: Company,
  { title, startsAt, endsAt, reason, url }: PackageFacts & { startsAt: Date },
): Email {
  return emailTo(member, company, {
    subject: `We’ve given you a package: ${title}`,
    paragraphs: [`We’ve given you ${title}. It’s free, so there’s nothing to pay.`],
    facts: [
      ['Package', title],
      ['Reason', reason],
      ['Starts', formatTimeWithZone(startsAt, member.timeZone)],
      ['Ends', formatTimeWithZone(endsAt, member.timeZone)],
    ],
    action: { label: 'View your package', url },
  })
}

export function packageExtendedEmail(
  member: EmailReader,
  company: Company,
  { title, endsAt, reason, url }: PackageFacts,
): Email {
  return emailTo(member, company, {
    subject: `We’ve extended your package: ${title}, now until ${formatDateInLondon(endsAt)}`,
    paragraphs: [`We’ve extended ${title}, so you have more time to use it. There’s nothing to pay.`],
    facts: [
      ['Package', title],
      ['Reason', reason],
      ['Now ends', formatTimeWithZone(endsAt, member.timeZone)],
    ],
    action: { label: 'View your package', url },
  })
}
