import type { EmailPreviews } from '#features/company/server/public.ts'
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
  complaintReceivedEmail: ({ company }) => formEmails.complaintReceivedEmail(complaint, company),
}
