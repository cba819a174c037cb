import type { Company } from '#features/company/contract.ts'
import type { Email } from '#platform/server/email/email.ts'
import { renderEmail } from '#platform/server/email/email-template.ts'
import { type AnomalyKind, anomalySentences } from '../rules.ts'

/** Goes to the company. It has no personal data because many people may read that mailbox. */
export function anomalyEmail({ kind, subject }: { kind: AnomalyKind; subject: string }, company: Company): Email {
  return renderEmail({
    to: company.email,
    subject: `A payment needs a look: ${subject}`,
    greeting: 'Hello,',
    paragraphs: ['The books of the payment provider and ours do not agree in one case.', anomalySentences[kind]],
    facts: [['Number', subject]],
    notes: ['This case is told of once. It stays on the list of the administrators until one of them closes it.'],
    sender: { name: company.brandName, lines: [...company.address, company.phone, company.email] },
  })
}
