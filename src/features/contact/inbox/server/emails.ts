import type { Company } from '#features/company/contract.ts'
import { emailTo } from '#features/company/server/public.ts'
import type { Email } from '#platform/server/email/email.ts'
import { splitParagraphs } from '#platform/server/email/email-template.ts'
import { formatDateInLondon } from '#platform/shared/calendar.ts'

type Reply = { name: string; email: string; reference: string; text: string; receivedAt: Date }

/** A reply from staff. Any further replies go to the company's mailbox. */
export function replyEmail({ name, email, reference, text, receivedAt }: Reply, company: Company): Email {
  return {
    ...emailTo({ firstName: name, email }, company, {
      subject: `${company.brandName} has replied to you (${reference})`,
      paragraphs: splitParagraphs(text),
      facts: [
        ['Reference', reference],
        ['You wrote to us on', formatDateInLondon(receivedAt)],
      ],
      notes: ['To write back, reply to this email and keep the reference in the subject line.'],
    }),
    replyTo: company.email,
  }
}
