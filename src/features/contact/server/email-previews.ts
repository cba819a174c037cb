import type { EmailPreviews } from '#features/company/server/public.ts'
import * as cancellationEmails from '../declarations/server/emails.ts'
import * as formEmails from '../form/server/emails.ts'
import * as inboxEmails from '../inbox/server/emails.ts'

const submission = {
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  message: 'Which package is right for a master in Leiden?\nI begin in September.',
}
const received = { id: 'example', reference: 'M-2026-000001' }
const complaint = {
  ...submission,
  topic: 'data-protection' as const,
  reference: 'C-2026-000001',
  answerBy: '1 April 2026',
}

const declared = {
  name: submission.name,
  orderReference: 'fw-2026-000042',
  email: submission.email,
  receivedAt: new Date('2026-03-02T09:30:15Z'),
}

export const emailPreviews: EmailPreviews = {
  messageEmail: (site) => formEmails.messageEmail(submission, received, site),
  messageReceivedEmail: ({ company }) => formEmails.messageReceivedEmail(submission, received.reference, company),
  replyEmail: ({ company }) =>
    inboxEmails.replyEmail(
      {
        ...submission,
        reference: received.reference,
        text: 'Thank you for asking.\nSTUDY WORLD is right for you: it compares programmes first.',
        receivedAt: new Date('2026-03-02T09:00:00Z'),
      },
      company,
    ),
  complaintEmail: (site) => formEmails.complaintEmail({ ...received, ...complaint }, site),
  acknowledgementEmail: ({ company }) =>
    cancellationEmails.acknowledgementEmail({ ...declared, caseReference: 'W-7KQ4-M2XD' }, company),
  cancellationCaseEmail: (site) =>
    cancellationEmails.cancellationCaseEmail(
      { ...declared, messageId: 'example', reference: 'W-7KQ4-M2XD', outcome: 'no-match' },
      site,
    ),
  complaintReceivedEmail: ({ company }) => formEmails.complaintReceivedEmail(complaint, company),
}
