import type { Company } from '#features/company/contract.ts'
import { writeLetter } from '#platform/server/mail/letter.ts'
import type { Mail } from '#platform/server/mail/queue-mail.ts'
import { type AnomalyKind, anomalySentences } from '../rules/anomalies.ts'

/** To the company itself. It names nobody: mailboxes are read by more people than may see who bought what. */
export function anomalyLetter({ kind, subject }: { kind: AnomalyKind; subject: string }, company: Company): Mail {
  return writeLetter({
    to: company.email,
    subject: `A payment needs a look: ${subject}`,
    greeting: 'Hello,',
    paragraphs: ['The books of the payment provider and ours do not agree in one case.', anomalySentences[kind]],
    facts: [['Number', subject]],
    notes: ['This case is told of once. It stays on the list of the administrators until one of them closes it.'],
    sender: { name: company.brandName, lines: [...company.address, company.phone, company.email] },
  })
}
