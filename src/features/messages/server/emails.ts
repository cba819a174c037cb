import type { Company } from '#features/company/contract.ts'
import { senderOf } from '#features/company/server/public.ts'
import { writeLetter } from '#platform/server/mail/letter.ts'
import type { Mail } from '#platform/server/mail/queue-mail.ts'
import { dateInWords } from '#platform/shared/calendar.ts'
import { greeting } from '#platform/shared/greeting.ts'
import type { ComplaintTopic } from '../contract.ts'
import { DAYS_TO_ANSWER_COMPLAINT, topicWords } from '../rules.ts'
import type { Written } from './receive-message.ts'

type Complaint = Written & { topic: ComplaintTopic; reference: string; answerBy: string }

/** To the company. An answer to it goes to whoever wrote. */
export function messageLetter(
  written: Written,
  reference: string,
  company: Company,
  cameBy = 'Somebody wrote through the contact page:',
): Mail {
  return {
    ...writeLetter({
      to: company.email,
      subject: `Message from ${oneLine(written.name)} (${reference})`,
      greeting: cameBy,
      paragraphs: paragraphsOf(written.message),
      facts: [
        ['From', oneLine(written.name)],
        ['E-mail', written.email],
        ['Reference', reference],
      ],
      notes: ['Answer this mail to write to them.'],
      sender: senderOf(company),
    }),
    replyTo: written.email,
  }
}

export function complaintLetter({ topic, reference, answerBy, ...written }: Complaint, company: Company): Mail {
  return {
    ...writeLetter({
      to: company.email,
      subject: `Complaint ${reference}: ${topicWords[topic]}`,
      greeting: `A complaint has arrived, to be answered by ${answerBy}:`,
      paragraphs: paragraphsOf(written.message),
      facts: [
        ['From', oneLine(written.name)],
        ['E-mail', written.email],
        ['About', topicWords[topic]],
        ['Reference', reference],
        ['Answer by', answerBy],
      ],
      notes: ['It has been acknowledged. Answer this mail to write to them.'],
      sender: senderOf(company),
    }),
    replyTo: written.email,
  }
}

/** The message itself is not repeated: this goes to an address that somebody typed, and is nobody's to fill. */
export function messageReceivedLetter({ name, email }: Written, company: Company): Mail {
  return writeLetter({
    to: email,
    subject: `We have your message, ${company.brandName}`,
    greeting: greeting(name),
    paragraphs: [
      'Thank you for writing to us. Your message has arrived, and a person will read it and answer you, usually within two working days.',
    ],
    notes: ['If you did not write to us, somebody mistyped their address. You need not do anything.'],
    sender: senderOf(company),
  })
}

export function complaintReceivedLetter(
  { name, email, topic, reference, answerBy }: Complaint,
  company: Company,
): Mail {
  return writeLetter({
    to: email,
    subject: `We have your complaint: ${reference}`,
    greeting: greeting(name),
    paragraphs: [
      'Thank you for telling us. We are sorry that something went wrong. With this mail we acknowledge your complaint.',
      `Wherever we can, somebody who was not involved looks into it. You have our answer, with the reasons for it, within ${DAYS_TO_ANSWER_COMPLAINT} days. If we need to ask you something, we do that first.`,
    ],
    facts: [
      ['Reference', reference],
      ['About', topicWords[topic]],
      ['Our answer by', answerBy],
    ],
    notes: [
      ...nextSteps(topic),
      'To add something, answer this mail and leave the reference in the subject. If you did not write to us, somebody mistyped their address, and you need not do anything.',
    ],
    sender: senderOf(company),
  })
}

type Reply = { name: string; email: string; reference: string; text: string; receivedAt: Date }

/** What staff answer. What they answer in turn comes to the mailbox of the company. */
export function replyLetter({ name, email, reference, text, receivedAt }: Reply, company: Company): Mail {
  return {
    ...writeLetter({
      to: email,
      subject: `${company.brandName} has answered you (${reference})`,
      greeting: greeting(name),
      paragraphs: paragraphsOf(text),
      notes: [
        `You wrote to us on ${dateInWords(receivedAt)}. To write to us again, answer this mail and leave the reference in the subject.`,
      ],
      sender: senderOf(company),
    }),
    replyTo: company.email,
  }
}

function nextSteps(topic: ComplaintTopic): string[] {
  if (topic !== 'data-protection') return []
  return [
    'Because this is about your personal data, you can also complain to the Information Commissioner’s Office at any time: https://ico.org.uk/make-a-complaint/ or 0303 123 1113.',
  ]
}

function paragraphsOf(message: string): string[] {
  return message.split(/\n+/).filter((line) => line.trim())
}

/** A line break in a name would begin a line of its own where the name stands. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}
