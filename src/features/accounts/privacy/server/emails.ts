import type { Company } from '#features/company/contract.ts'
import { type Addressee, emailTo } from '#features/company/server/public.ts'
import type { Email } from '#platform/server/email/email.ts'
import type { Consequences } from '#platform/server/personal-data.ts'
import { formatDateInLondon } from '#platform/shared/calendar.ts'
import { getComplaintNotice } from './complaint-notice.ts'

/** The last email to the member. No copy of it is kept. */
export function accountDeletedEmail(
  user: Addressee,
  company: Company,
  { ends, keeps }: Required<Consequences>,
  publicUrl: string,
): Email {
  return emailTo(user, company, {
    subject: 'Your account has been deleted',
    paragraphs: [
      'As you asked, we’ve deleted your account and your personal data. You’re logged out everywhere.',
      ...(ends.length > 0
        ? [
            `${ends.length === 1 ? 'This package has' : 'These packages have'} ended: ${ends.map(({ title }) => title).join(', ')}.`,
          ]
        : []),
      ...keeps.map(retentionText),
    ],
    notes: [
      `If you didn’t ask for this, contact us straight away: ${company.email}.`,
      getComplaintNotice(publicUrl),
      'This is our last email to you, and we won’t keep a copy.',
    ],
  })
}

function retentionText({ kind, count, until }: Required<Consequences>['keeps'][number]): string {
  const records = {
    invoices: `Tax law requires us to keep ${count === 1 ? 'one invoice' : `${count} invoices`}`,
    complaints: `We have to keep ${count === 1 ? 'one complaint, in case a court asks about it' : `${count} complaints, in case a court asks about them`}`,
    cancellations: `We have to keep ${count === 1 ? 'one cancellation of a contract, in case a court asks about it' : `${count} cancellations of contracts, in case a court asks about them`}`,
  }
  return `${records[kind]}, until ${formatDateInLondon(until)} at the latest.`
}
