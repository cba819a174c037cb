import type { Company } from '#features/company/contract.ts'
import { type EmailReader, emailTo } from '#features/company/server/public.ts'
import type { Email } from '#platform/server/email/email.ts'
import { formatMomentInLondon } from '#platform/shared/calendar.ts'

/** Events that the administrators must know about. */
export type Alert = StaffAlert | { kind: 'audit-broken'; brokenSeals: number }
type StaffAlert = {
  kind: 'new-administrator' | 'factor-removed' | 'email-changed'
  person: { name: string; email: string }
}

export function alertEmail(
  administrator: EmailReader,
  company: Company,
  alert: Alert,
  { happenedAt, publicUrl }: { happenedAt: Date; publicUrl: string },
): Email {
  const { subject, sentence, ifUnexpected } = textFor(alert)
  const personFact: [string, string][] =
    'person' in alert ? [['Who', `${alert.person.name}, ${alert.person.email}`]] : []
  return emailTo(administrator, company, {
    subject,
    paragraphs: [sentence],
    facts: [...personFact, ['Time', formatMomentInLondon(happenedAt)]],
    action: { label: 'See the audit log', url: `${publicUrl}/admin/audit` },
    notes: [ifUnexpected],
  })
}

const staffAlertTexts: Record<StaffAlert['kind'], { subject: string; sentence: string }> = {
  'new-administrator': {
    subject: 'There is a new administrator',
    sentence: 'Somebody was made an administrator, who may see and do everything in the back office.',
  },
  'factor-removed': {
    subject: 'A second factor of staff was removed',
    sentence: 'Somebody who works here has removed a second factor, or had it removed by the operator.',
  },
  'email-changed': {
    subject: 'An email address of staff was changed',
    sentence: 'Somebody who works here logs in with another email address now, and links for a new password go there.',
  },
}

function textFor(alert: Alert): { subject: string; sentence: string; ifUnexpected: string } {
  if (alert.kind !== 'audit-broken')
    return {
      ...staffAlertTexts[alert.kind],
      ifUnexpected:
        'If you do not know why, close that account in the back office at once, under Members, then ask them.',
    }
  return {
    subject: 'The audit log was changed past the site',
    sentence: `Every entry of the audit log is sealed with the one before. ${brokenSealsText(alert.brokenSeals)} Whoever did that had the database itself, and may have read or changed anything in it.`,
    ifUnexpected:
      'Please ask whoever runs the server at once, and do not restore or tidy anything before they have looked: docs/operations/failures.md says what to do.',
  }
}

function brokenSealsText(count: number): string {
  return count === 1 ? 'One of the seals does not fit any more.' : `${count} of the seals do not fit any more.`
}
