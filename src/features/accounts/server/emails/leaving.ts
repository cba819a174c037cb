import type { Company } from '#features/company/contract.ts'
import type { Mail } from '#platform/server/mail/queue-mail.ts'
import type { Consequences } from '#platform/server/personal-data.ts'
import { dateInWords } from '#platform/shared/calendar.ts'
import { letterTo, type Recipient } from '../emails.ts'

/** The last one: nothing of it is kept. */
export function accountDeletedLetter(user: Recipient, company: Company, { ends, keeps }: Required<Consequences>): Mail {
  return letterTo(user, company, {
    subject: 'Your account was deleted',
    paragraphs: [
      'As you asked, we have deleted your account and your personal data. You are logged out everywhere.',
      ...(ends.length > 0 ? [`These packages have ended: ${ends.map(({ title }) => title).join(', ')}.`] : []),
      ...keeps.map(keptInWords),
    ],
    notes: [
      `If it was not you who asked, write to ${company.email} at once.`,
      'This is our last mail, and we keep no copy of it.',
    ],
  })
}

function keptInWords({ kind, count, until }: Required<Consequences>['keeps'][number]): string {
  const what = {
    invoices: `${count === 1 ? 'one invoice' : `${count} invoices`}, as tax law requires`,
    complaints: `${count === 1 ? 'one complaint' : `${count} complaints`}, in case a court asks about it`,
  }
  return `We have to keep ${what[kind]}, until ${dateInWords(until)} at the latest.`
}
