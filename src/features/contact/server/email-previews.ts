import type { EmailPreviews } from '#features/company/server/public.ts'
import * as letters from '../form/server/emails.ts'
import * as inboxEmails from '../inbox/server/emails.ts'

const written = {
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  message: 'Which package is right for a master in Leiden?\nI begin in September.',
}
const complaint = {
  ...written,
  topic: 'data-protection' as const,
  reference: 'C-2026-000001',
  answerBy: '1 April 2026',
}

export const emailPreviews: EmailPreviews = {
  messageEmail: ({ company }) => letters.messageEmail(written, 'M-2026-000001', company),
  messageReceivedEmail: ({ company }) => letters.messageReceivedEmail(written, company),
  replyEmail: ({ company }) =>
    inboxEmails.replyEmail(
      {
        ...written,
        reference: 'M-2026-000001',
        text: 'Thank you for asking.\nSTUDY WORLD is right for you: it compares programmes first.',
        receivedAt: new Date('2026-03-02T09:00:00Z'),
      },
      company,
    ),
  complaintEmail: ({ company }) => letters.complaintEmail(complaint, company),
  complaintReceivedEmail: ({ company }) => letters.complaintReceivedEmail(complaint, company),
}
