import type { Company } from '#features/company/contract.ts'
import { senderOf } from '#features/company/server/public.ts'
import { writeLetter } from '#platform/server/mail/letter.ts'
import type { Mail } from '#platform/server/mail/queue-mail.ts'
import { companyMomentInWords } from '#platform/shared/calendar.ts'
import { greeting } from '#platform/shared/greeting.ts'

type Recipient = { firstName: string; email: string }

type News = {
  /** Of the package. */
  title: string
  endsAt: Date
  /** In the words of whoever did it. */
  reason: string
  url: string
}

export function packageGrantedLetter(
  member: Recipient,
  company: Company,
  { title, startsAt, endsAt, reason, url }: News & { startsAt: Date },
): Mail {
  return writeLetter({
    to: member.email,
    subject: `A package was given to you: ${title}`,
    greeting: greeting(member.firstName),
    paragraphs: [`We have given you the package "${title}". There is nothing to pay for it.`],
    facts: [
      ['Why', reason],
      ['Starts', companyMomentInWords(startsAt)],
      ['Ends', companyMomentInWords(endsAt)],
    ],
    action: { label: 'Open the package', url },
    sender: senderOf(company),
  })
}

export function packageExtendedLetter(member: Recipient, company: Company, { title, endsAt, reason, url }: News): Mail {
  return writeLetter({
    to: member.email,
    subject: `Your package runs longer: ${title}`,
    greeting: greeting(member.firstName),
    paragraphs: [
      `You can use your package "${title}" for longer than you bought it for. There is nothing to pay for it.`,
    ],
    facts: [
      ['Why', reason],
      ['Ends', companyMomentInWords(endsAt)],
    ],
    action: { label: 'Open the package', url },
    sender: senderOf(company),
  })
}
