import type { Company } from '#features/company/contract.ts'
import { type EmailReader, emailTo } from '#features/company/server/public.ts'
import type { Email } from '#platform/server/email/email.ts'
import type { Consequences } from '#platform/server/personal-data.ts'
import { formatDateInLondon } from '#platform/shared/calendar.ts'

/** The last email to the member, of which no copy is kept. */
export function accountDeletedEmail(
  user: EmailReader,
  company: Company,
  { ends, keeps }: Required<Consequences>,
): Email {
  return emailTo(user, company, {
    subject: 'Your account was deleted',
    paragraphs: [
      'As you asked, we have deleted your account and your personal data. You are logged out everywhere.',
      ...(ends.length > 0 ? [`These packages have ended: ${ends.map(({ title }) => title).join(', ')}.`] : []),
      ...keeps.map(retentionText),
    ],
    notes: [
      `If it was not you who asked, write to ${company.email} at once.`,
      'This is our last email, and we keep no copy of it.',
    ],
  })
}

function retentionText({ kind, count, until }: Required<Consequences>['keeps'][number]): string {
  const records = {
    invoices: `${count === 1 ? 'one invoice' : `${count} invoices`}, as tax law requires`,
    complaints: `${count === 1 ? 'one complaint' : `${count} complaints`}, in case a court asks about it`,
  }
  return `We have to keep ${records[kind]}, until ${formatDateInLondon(until)} at the latest.`
}
