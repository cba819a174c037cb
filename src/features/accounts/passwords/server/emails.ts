import type { Company } from '#features/company/contract.ts'
import { type EmailReader, emailTo } from '#features/company/server/public.ts'
import type { Email } from '#platform/server/email/email.ts'
import { formatTimeWithZone } from '#platform/shared/local-time.ts'
import type { LostFactors } from '../../second-factor/server/second-factors.ts'

export function passwordLinkEmail(user: EmailReader, company: Company, resetUrl: string): Email {
  return emailTo(user, company, {
    subject: 'Set a new password',
    paragraphs: ['Someone, hopefully you, asked to set a new password for your account.'],
    action: { label: 'Set a new password', url: resetUrl },
    notes: [
      'The link works once, for 60 minutes. Earlier links no longer work.',
      'If you didn’t ask for this, ignore this email. Your password won’t change.',
    ],
  })
}

/** Sent to the owner so that a change cannot go unnoticed. */
export function passwordChangedEmail(
  user: EmailReader,
  company: Company,
  { moment, publicUrl, lost = 'nothing' }: { moment: Date; publicUrl: string; lost?: LostFactors },
): Email {
  return emailTo(user, company, {
    subject: 'Your password has been changed',
    paragraphs: [
      'Your account’s password has just been changed. You’re logged out everywhere else.',
      ...lostFactorsText[lost],
    ],
    facts: [['Time', formatTimeWithZone(moment, user.timeZone)]],
    action: { label: 'This wasn’t me: set a new password', url: `${publicUrl}/forgot-password` },
    notes: [
      'If this was you, you can ignore this email.',
      `If it wasn’t, set a new password straight away. Then contact us: ${company.email}.`,
    ],
  })
}

const lostFactorsText: Record<LostFactors, string[]> = {
  nothing: [],
  passkeys: ['Any passkeys added before then no longer work. You can add yours again in your security settings.'],
  'second-factor': [
    'Your email address hadn’t been confirmed until now. To keep you safe, we’ve removed the authenticator app, recovery codes and passkeys set up before then. You can set up your own in your security settings.',
  ],
}
