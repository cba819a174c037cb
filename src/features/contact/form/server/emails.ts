import type { Company } from '#features/company/contract.ts'
import { type EmailSite, emailTo, emailToCompany } from '#features/company/server/public.ts'
import type { Email } from '#platform/server/email/email.ts'
import { splitParagraphs } from '#platform/server/email/email-template.ts'
import { findCancellationHint } from '../../declarations/rules.ts'
import type { ComplaintTopic } from '../contract.ts'
import { DAYS_TO_ANSWER_COMPLAINT, topicLabels } from '../rules.ts'
import type { SubmittedMessage } from './receive-message.ts'

type Complaint = SubmittedMessage & { topic: ComplaintTopic; reference: string; answerBy: string }

type ReceivedMessage = { id: string; reference: string }

/** Sent to the company. Replies go to the sender of the message. */
export function messageEmail(
  submission: SubmittedMessage,
  { id, reference }: ReceivedMessage,
  { company, publicUrl }: EmailSite,
  introduction = 'New message from the contact page:',
): Email {
  const mayBeCancellation = findCancellationHint(submission.message) === 'contract'
  return {
    ...emailToCompany(company, {
      subject: `${mayBeCancellation ? 'Cancellation? ' : ''}Message from ${oneLine(submission.name)} (${reference})`,
      greeting: introduction,
      paragraphs: splitParagraphs(submission.message),
      facts: [
        ['From', oneLine(submission.name)],
        ['Email', submission.email],
        ['Reference', reference],
      ],
      action: { label: 'Read and reply', url: `${publicUrl}/admin/inbox/${id}` },
      notes: [
        ...(mayBeCancellation
          ? ['They may want to cancel a contract. That counts from the moment they wrote, so don’t leave it.']
          : []),
        'You can also reply to this email to write to them.',
      ],
    }),
    replyTo: submission.email,
  }
}

export function complaintEmail(
  { id, topic, reference, answerBy, ...submission }: Complaint & ReceivedMessage,
  { company, publicUrl }: EmailSite,
): Email {
  return {
    ...emailToCompany(company, {
      subject: `Complaint ${reference}: ${topicLabels[topic]}, reply by ${answerBy}`,
      greeting: 'New complaint:',
      paragraphs: splitParagraphs(submission.message),
      facts: [
        ['From', oneLine(submission.name)],
        ['Email', submission.email],
        ['About', topicLabels[topic]],
        ['Reference', reference],
        ['Reply by', answerBy],
      ],
      action: { label: 'Read and reply', url: `${publicUrl}/admin/inbox/${id}` },
      notes: ['We’ve acknowledged it. You can also reply to this email to write to them.'],
    }),
    replyTo: submission.email,
  }
}

/** Does not repeat the message. Otherwise strangers could use the form to send their text to any mailbox. */
export function messageReceivedEmail({ name, email }: SubmittedMessage, reference: string, company: Company): Email {
  return emailTo({ firstName: name, email }, company, {
    subject: `${company.brandName} has received your message: ${reference}`,
    paragraphs: [
      'Thanks for getting in touch. We’ve received your message and someone will reply. You don’t need to do anything.',
    ],
    facts: [
      ['Reference', reference],
      ['Our reply', 'Usually within two working days'],
    ],
    notes: ['If you didn’t write to us, someone probably mistyped their address. You can ignore this email.'],
  })
}

export function complaintReceivedEmail(
  { name, email, topic, reference, answerBy }: Complaint,
  company: Company,
): Email {
  return emailTo({ firstName: name, email }, company, {
    subject: `We’ve received your complaint: ${reference}`,
    paragraphs: [
      'Thank you for telling us. We’re sorry something went wrong. This email confirms that we’ve received your complaint.',
      `Wherever we can, we’ll have someone who wasn’t involved look into it. We’ll reply within ${DAYS_TO_ANSWER_COMPLAINT} days and give you our reasons. If we need to ask you anything, we’ll do that first.`,
    ],
    facts: [
      ['Reference', reference],
      ['About', topicLabels[topic]],
      ['We’ll reply by', answerBy],
    ],
    notes: [
      ...nextSteps(topic),
      'To add anything, reply to this email and keep the reference in the subject line. If you didn’t write to us, someone probably mistyped their address. You can ignore this email.',
    ],
  })
}

function nextSteps(topic: ComplaintTopic): string[] {
  if (topic !== 'data-protection') return []
  return [
    'Because this is about your personal data, you can also complain to the Information Commissioner’s Office at any time: https://ico.org.uk/make-a-complaint/ or 0303 123 1113.',
  ]
}

/** A line break in a name would look like a separate line in the email. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}
