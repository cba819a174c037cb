import type { Company } from '#features/company/contract.ts'
import type { Mail } from '#platform/server/mail/queue-mail.ts'
import { companyMomentInWords } from '#platform/shared/calendar.ts'
import type { LostFactors } from '../distrust-factors.ts'
import { letterTo, type Recipient } from '../emails.ts'

export function passwordLinkLetter(user: Recipient, company: Company, resetUrl: string): Mail {
  return letterTo(user, company, {
    subject: 'Set a new password',
    paragraphs: ['Somebody, hopefully you, has asked for a new password for your account.'],
    action: { label: 'Set a new password', url: resetUrl },
    notes: [
      'The link works for 60 minutes and once. The links that we sent before it work no longer.',
      'If you did not ask for it, you need not do anything: your password stays as it is.',
    ],
  })
}

/** To the owner, so that nobody changes it unnoticed. */
export function passwordChangedLetter(
  user: Recipient,
  company: Company,
  { moment, publicUrl, lost = 'nothing' }: { moment: Date; publicUrl: string; lost?: LostFactors },
): Mail {
  return letterTo(user, company, {
    subject: 'Your password was changed',
    paragraphs: [
      'The password of your account is another one now. Wherever else you were logged in, you are not any more.',
      ...lostInWords[lost],
    ],
    facts: [['Time', companyMomentInWords(moment)]],
    notes: [
      'If this was you, you need not do anything.',
      `If it was not, set a new password at once: ${publicUrl}/forgot-password. Then write to us: ${company.email}.`,
    ],
  })
}

const lostInWords: Record<LostFactors, string[]> = {
  nothing: [],
  passkeys: [
    'Passkeys that were added before open it no longer either. You can add yours again in your security settings.',
  ],
  'second-factor': [
    'Your email address had not been confirmed until now. So the authenticator app, recovery codes and passkeys that were set up before are gone. You can set up yours in your security settings.',
  ],
}
