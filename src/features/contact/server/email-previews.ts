import type { EmailPreviews } from '#features/company/server/public.ts'
import * as formEmails from '../form/server/emails.ts'
import * as inboxEmails from '../inbox/server/emails.ts'

const submission = {
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  message: 'Which package is right for a master in Leiden?\nI begin in September.',
}
const complaint = {
  ...submission,
  topic: 'data-protection' as const,
  reference: 'C-2026-000001',
  answerBy: '1 April 2026',
}

export const emailPreviews: EmailPreviews = {
  messageEmail: ({ company }) => formEmails.messageEmail(submission, 'M-2026-000001', company),
  messageReceivedEmail: ({ company }) => formEmails.messageReceivedEmail(submission, company),
  replyEmail: ({ company }) =>
    inboxEmails.replyEmail(
      {
        ...submission,
        reference: 'M-2026-000001',
        text: 'Thank you for asking.\nSTUDY WORLD is right for you: it compares programmes first.',
        receivedAt: new Date('2026-03-02T09:00:00Z'),
      },
      company,
    ),
  complaintEmail: ({ company }) => formEmails.complaintEmail(complaint, company),
  complaintReceivedEmail: ({ company }) => formEmails.complaintReceivedEmail(complaint, company),
}
