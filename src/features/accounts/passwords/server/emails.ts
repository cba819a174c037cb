import type { Company } from '#features/company/contract.ts'
import { type EmailReader, emailTo } from '#features/company/server/public.ts'
import type { Email } from '#platform/server/email/email.ts'
import { formatMomentInLondon } from '#platform/shared/calendar.ts'
import type { LostFactors } from '../../second-factor/server/second-factors.ts'

export function passwordLinkEmail(user: EmailReader, company: Company, resetUrl: string): Email {
  return emailTo(user, company, {
    subject: 'Set a new password',
    paragraphs: ['Somebody, hopefully you, has asked for a new password for your account.'],
    action: { label: 'Set a new password', url: resetUrl },
    notes: [
      'The link works for 60 minutes and once. Earlier links no longer work.',
      'If you did not ask for it, you need not do anything: your password stays as it is.',
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
    subject: 'Your password was changed',
    paragraphs: [
      'The password of your account has just been changed. You are logged out everywhere else.',
      ...lostFactorsText[lost],
    ],
    facts: [['Time', formatMomentInLondon(moment)]],
    notes: [
      'If this was you, you need not do anything.',
      `If it was not, set a new password at once: ${publicUrl}/forgot-password. Then write to us: ${company.email}.`,
    ],
  })
}

const lostFactorsText: Record<LostFactors, string[]> = {
  nothing: [],
  passkeys: [
    'Passkeys that were added before open it no longer either. You can add yours again in your security settings.',
  ],
  'second-factor': [
    'Your email address had not been confirmed until now. So the authenticator app, recovery codes and passkeys that were set up before are gone. You can set up yours in your security settings.',
  ],
}
