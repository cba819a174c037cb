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
    subject: 'There’s a new administrator',
    sentence: 'Someone has been made an administrator. They can see and do everything in the back office.',
  },
  'factor-removed': {
    subject: 'Staff two-factor login was removed',
    sentence:
      'A member of staff’s authenticator app or passkey has been removed, either by them or by the person who runs the site.',
  },
  'email-changed': {
    subject: 'A staff email address was changed',
    sentence: 'A member of staff now logs in with a different email address. Password links go there too.',
  },
}

function textFor(alert: Alert): { subject: string; sentence: string; ifUnexpected: string } {
  if (alert.kind !== 'audit-broken')
    return {
      ...staffAlertTexts[alert.kind],
      ifUnexpected:
        'If you don’t know why, disable that account straight away, under Members in the back office, then ask its owner why.',
    }
  return {
    subject: 'Someone changed the audit log from outside the site',
    sentence: `Each entry in the audit log is sealed with the one before it. ${brokenSealsText(alert.brokenSeals)} Only someone with access to the database itself could do this, and they may have read or changed anything in it.`,
    ifUnexpected:
      'Contact the person who runs the server straight away. Don’t restore or tidy anything until they’ve looked: docs/operations/failures.md says what to do.',
  }
}

function brokenSealsText(count: number): string {
  return count === 1 ? 'One of the seals no longer matches.' : `${count} of the seals no longer match.`
}
