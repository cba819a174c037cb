import type { Company } from '#features/company/contract.ts'
import { emailToCompany } from '#features/company/server/public.ts'
import type { Email } from '#platform/server/email/email.ts'
import { type AnomalyKind, anomalySentences } from '../rules.ts'

/** Goes to the company. It has no personal data because many people may read that mailbox. */
export function anomalyEmail({ kind, subject }: { kind: AnomalyKind; subject: string }, company: Company): Email {
  return emailToCompany(company, {
    subject: `A payment needs a look: ${subject}`,
    paragraphs: ['The books of the payment provider and ours do not agree in one case.', anomalySentences[kind]],
    facts: [['Number', subject]],
    notes: ['This case is told of once. It stays on the list of the administrators until one of them closes it.'],
  })
}
