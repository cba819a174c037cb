import type { Company } from '#features/company/contract.ts'
import { type EmailSite, emailTo, emailToCompany } from '#features/company/server/public.ts'
import type { Email } from '#platform/server/email/email.ts'
import { formatSecondInLondon } from '#platform/shared/local-time.ts'
import type { CancellationOutcome, Declaration } from '../contract.ts'
import { outcomes, printOrderReference } from '../rules.ts'

type DeclaredFacts = Declaration & { receivedAt: Date }

/**
 * Sent to the address that was typed, whoever it belongs to. It says the same whether or not there is such an order, and
 * repeats only what the contract lets people type.
 */
export function acknowledgementEmail(
  { caseReference, ...declared }: DeclaredFacts & { caseReference: string },
  company: Company,
): Email {
  return {
    ...emailTo({ firstName: declared.name, email: declared.email }, company, {
      subject: `We’ve received your cancellation (${caseReference})`,
      paragraphs: [
        'You told us that you’re cancelling a contract with us. Keep this email: it’s your record of what you declared and when. Your cancellation counts from that moment, however long we take to deal with it.',
        'What happens next: if this order reference, name and email address belong together, we’ll cancel the contract now. If the 14-day cancellation period is still running, you’ll get a refund for what you haven’t received. A subscription won’t renew. We’ll email you the details.',
        'Otherwise, one of us will look into it and reply to this address, usually within two working days.',
      ],
      facts: [...listFacts(declared), ['Our reference', caseReference]],
      notes: [
        'Because anyone can type an email address, this email can’t say whether we have such an order.',
        'To add anything, or if this wasn’t you, reply to this email and keep the reference in the subject line.',
      ],
    }),
    replyTo: company.email,
  }
}

/** Asks the company to look at a cancellation that could not be carried out as it stands. */
export function cancellationCaseEmail(
  {
    messageId,
    reference,
    outcome,
    ...declared
  }: DeclaredFacts & {
    messageId: string
    reference: string
    outcome: CancellationOutcome
  },
  { company, publicUrl }: EmailSite,
): Email {
  return {
    ...emailToCompany(company, {
      subject: `A cancellation needs you (${reference})`,
      paragraphs: [
        `Someone has cancelled a contract without logging in. ${outcomes[outcome].text}`,
        'It counts from the moment it was declared, so don’t leave it.',
      ],
      facts: [...listFacts(declared), ['Reference', reference]],
      action: { label: 'Read and reply', url: `${publicUrl}/admin/inbox/${messageId}` },
      notes: ['We’ve acknowledged it. You can also reply to this email to write to them.'],
    }),
    replyTo: declared.email,
  }
}

function listFacts({ name, orderReference, email, receivedAt }: DeclaredFacts): [string, string][] {
  return [
    ['Declaration', 'I cancel my contract'],
    ['Name', name],
    ['Order reference', printOrderReference(orderReference)],
    ['Email', email],
    ['Declared on', formatSecondInLondon(receivedAt)],
  ]
}
