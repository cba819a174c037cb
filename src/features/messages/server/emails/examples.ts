import type { LetterExamples } from '#features/company/server/public.ts'
import * as letters from '../emails.ts'

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

export const letterExamples: LetterExamples = {
  messageLetter: ({ company }) => letters.messageLetter(written, 'M-2026-000001', company),
  messageReceivedLetter: ({ company }) => letters.messageReceivedLetter(written, company),
  replyLetter: ({ company }) =>
    letters.replyLetter(
      {
        ...written,
        reference: 'M-2026-000001',
        text: 'Thank you for asking.\nSTUDY WORLD is right for you: it compares programmes first.',
        receivedAt: new Date('2026-03-02T09:00:00Z'),
      },
      company,
    ),
  complaintLetter: ({ company }) => letters.complaintLetter(complaint, company),
  complaintReceivedLetter: ({ company }) => letters.complaintReceivedLetter(complaint, company),
}
