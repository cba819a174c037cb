import type { Company } from '#features/company/contract.ts'
import { type EmailReader, emailTo } from '#features/company/server/public.ts'
import type { Email } from '#platform/server/email/email.ts'
import { formatMomentInLondon } from '#platform/shared/calendar.ts'

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
    subject: `A package was given to you: ${title}`,
    paragraphs: [`We have given you the package "${title}". There is nothing to pay for it.`],
    facts: [
      ['Why', reason],
      ['Starts', formatMomentInLondon(startsAt)],
      ['Ends', formatMomentInLondon(endsAt)],
    ],
    action: { label: 'Open the package', url },
  })
}

export function packageExtendedEmail(
  member: EmailReader,
  company: Company,
  { title, endsAt, reason, url }: PackageFacts,
): Email {
  return emailTo(member, company, {
    subject: `Your package runs longer: ${title}`,
    paragraphs: [
      `You can use your package "${title}" for longer than you bought it for. There is nothing to pay for it.`,
    ],
    facts: [
      ['Why', reason],
      ['Ends', formatMomentInLondon(endsAt)],
    ],
    action: { label: 'Open the package', url },
  })
}
