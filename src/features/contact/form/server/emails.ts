import type { Company } from '#features/company/contract.ts'
import { emailTo, emailToCompany } from '#features/company/server/public.ts'
import type { Email } from '#platform/server/email/email.ts'
import { splitParagraphs } from '#platform/server/email/email-template.ts'
import type { ComplaintTopic } from '../contract.ts'
import { DAYS_TO_ANSWER_COMPLAINT, topicLabels } from '../rules.ts'
import type { SubmittedMessage } from './receive-message.ts'

type Complaint = SubmittedMessage & { topic: ComplaintTopic; reference: string; answerBy: string }

/** Sent to the company. A reply goes to the writer. */
export function messageEmail(
  submission: SubmittedMessage,
  reference: string,
  company: Company,
  introduction = 'Somebody wrote through the contact page:',
): Email {
  return {
    ...emailToCompany(company, {
      subject: `Message from ${oneLine(submission.name)} (${reference})`,
      greeting: introduction,
      paragraphs: splitParagraphs(submission.message),
      facts: [
        ['From', oneLine(submission.name)],
        ['E-mail', submission.email],
        ['Reference', reference],
      ],
      notes: ['Answer this mail to write to them.'],
    }),
    replyTo: submission.email,
  }
}

export function complaintEmail({ topic, reference, answerBy, ...submission }: Complaint, company: Company): Email {
  return {
    ...emailToCompany(company, {
      subject: `Complaint ${reference}: ${topicLabels[topic]}`,
      greeting: `A complaint has arrived, to be answered by ${answerBy}:`,
      paragraphs: splitParagraphs(submission.message),
      facts: [
        ['From', oneLine(submission.name)],
        ['E-mail', submission.email],
        ['About', topicLabels[topic]],
        ['Reference', reference],
        ['Answer by', answerBy],
      ],
      notes: ['It has been acknowledged. Answer this mail to write to them.'],
    }),
    replyTo: submission.email,
  }
}

/** Does not repeat the message, so that the form cannot send a stranger's text to any mailbox. */
export function messageReceivedEmail({ name, email }: SubmittedMessage, company: Company): Email {
  return emailTo({ firstName: name, email }, company, {
    subject: `We have your message, ${company.brandName}`,
    paragraphs: [
      'Thank you for writing to us. Your message has arrived, and a person will read it and answer you, usually within two working days.',
    ],
    notes: ['If you did not write to us, somebody mistyped their address. You need not do anything.'],
  })
}

export function complaintReceivedEmail(
  { name, email, topic, reference, answerBy }: Complaint,
  company: Company,
): Email {
  return emailTo({ firstName: name, email }, company, {
    subject: `We have your complaint: ${reference}`,
    paragraphs: [
      'Thank you for telling us. We are sorry that something went wrong. With this mail we acknowledge your complaint.',
      `Wherever we can, somebody who was not involved looks into it. You have our answer, with the reasons for it, within ${DAYS_TO_ANSWER_COMPLAINT} days. If we need to ask you something, we do that first.`,
    ],
    facts: [
      ['Reference', reference],
      ['About', topicLabels[topic]],
      ['Our answer by', answerBy],
    ],
    notes: [
      ...nextSteps(topic),
      'To add something, answer this mail and leave the reference in the subject. If you did not write to us, somebody mistyped their address, and you need not do anything.',
    ],
  })
}

function nextSteps(topic: ComplaintTopic): string[] {
  if (topic !== 'data-protection') return []
  return [
    'Because this is about your personal data, you can also complain to the Information Commissioner’s Office at any time: https://ico.org.uk/make-a-complaint/ or 0303 123 1113.',
  ]
}

/** A line break in a name would look like a separate line of the email. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}
