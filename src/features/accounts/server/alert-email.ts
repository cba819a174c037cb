import type { Company } from '#features/company/contract.ts'
import { type EmailReader, emailTo } from '#features/company/server/public.ts'
import type { Email } from '#platform/server/email/email.ts'
import { formatMomentInLondon } from '#platform/shared/calendar.ts'

/** Events that the administrators must know about. */
export type Alert =
  | { kind: 'new-administrator' | 'factor-removed' | 'email-changed'; person: { name: string; email: string } }
  | { kind: 'audit-broken'; broken: number }

export function alertEmail(
  user: EmailReader,
  company: Company,
  alert: Alert,
  { moment, publicUrl }: { moment: Date; publicUrl: string },
): Email {
  const { subject, sentence, ifUnexpected } = textFor(alert)
  const personFact: [string, string][] =
    'person' in alert ? [['Who', `${alert.person.name}, ${alert.person.email}`]] : []
  return emailTo(user, company, {
    subject,
    paragraphs: [sentence],
    facts: [...personFact, ['Time', formatMomentInLondon(moment)]],
    action: { label: 'See the audit log', url: `${publicUrl}/admin/audit` },
    notes: [ifUnexpected],
  })
}

const CLOSE_ACCOUNT_HINT =
  'If you do not know why, close that account in the back office at once, under Members, then ask them.'

function textFor(alert: Alert): { subject: string; sentence: string; ifUnexpected: string } {
  switch (alert.kind) {
    case 'new-administrator':
      return {
        subject: 'There is a new administrator',
        sentence: 'Somebody was made an administrator, who may see and do everything in the back office.',
        ifUnexpected: CLOSE_ACCOUNT_HINT,
      }
    case 'factor-removed':
      return {
        subject: 'A second factor of staff was removed',
        sentence: 'Somebody who works here has removed a second factor, or had it removed by the operator.',
        ifUnexpected: CLOSE_ACCOUNT_HINT,
      }
    case 'email-changed':
      return {
        subject: 'An email address of staff was changed',
        sentence:
          'Somebody who works here logs in with another email address now, and links for a new password go there.',
        ifUnexpected: CLOSE_ACCOUNT_HINT,
      }
    case 'audit-broken':
      return {
        subject: 'The audit log was changed past the site',
        sentence: `Every entry of the audit log is sealed with the one before. ${brokenSealsText(alert.broken)} Whoever did that had the database itself, and may have read or changed anything in it.`,
        ifUnexpected:
          'Please ask whoever runs the server at once, and do not restore or tidy anything before they have looked: docs/operations/failures.md says what to do.',
      }
  }
}

function brokenSealsText(broken: number): string {
  return broken === 1 ? 'One of the seals does not fit any more.' : `${broken} of the seals do not fit any more.`
}
