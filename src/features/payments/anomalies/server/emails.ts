import { type EmailSite, emailToCompany } from '#features/company/server/public.ts'
import type { Email } from '#platform/server/email/email.ts'
import { type AnomalyKind, anomalySentences } from '../rules.ts'

/** Sent to the company. Contains no personal data, because many people may read that mailbox. */
export function anomalyEmail({
  kind,
  subject,
  company,
  publicUrl,
}: EmailSite & { kind: AnomalyKind; subject: string }): Email {
  return emailToCompany(company, {
    subject: `Please check a payment: ${subject}`,
    paragraphs: ['Our records and the payment provider’s don’t match.', anomalySentences[kind]],
    facts: [['Number', subject]],
    action: { label: 'Open Anomalies', url: `${publicUrl}/admin/anomalies` },
    notes: ['We only email you once about each case. It stays under Anomalies until an administrator closes it.'],
  })
}
