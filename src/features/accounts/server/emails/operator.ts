import type { Company } from '#features/company/contract.ts'
import type { Mail } from '#platform/server/mail/queue-mail.ts'
import { companyMomentInWords } from '#platform/shared/calendar.ts'
import type { User } from '../../contract.ts'
import { letterTo, type Recipient } from '../emails.ts'

/** The link itself goes through the operator alone: a mailbox is not what proves who works here. */
export function staffAccountLetter(user: Recipient & Pick<User, 'role'>, company: Company, publicUrl: string): Mail {
  return letterTo(user, company, {
    subject: `Your account at ${company.brandName}`,
    paragraphs: [
      `An account as ${user.role} was made for you at ${publicUrl}.`,
      'Whoever runs the site has a link for you. With it you set your own password, which nobody else knows, and then you can log in.',
    ],
    notes: ['The link works for 24 hours and once. If it is over, ask whoever gave it to you for a new one.'],
  })
}

/** To the owner, so that nobody takes the account over unnoticed. */
export function accountResetLetter(
  user: Recipient,
  company: Company,
  { hadSecondFactor, moment, publicUrl }: { hadSecondFactor: boolean; moment: Date; publicUrl: string },
): Mail {
  return letterTo(user, company, {
    subject: 'Your account was reset',
    paragraphs: [
      'Whoever runs the site has reset your account. Your password works no longer, and every session has ended.',
      ...(hadSecondFactor
        ? ['Your second factor was removed as well: authenticator app, recovery codes and passkeys.']
        : []),
      'You have or will be given a link with which you set a new password.',
    ],
    facts: [['Time', companyMomentInWords(moment)]],
    action: { label: 'Ask for a link by email instead', url: `${publicUrl}/forgot-password` },
    notes: [`If you did not ask for this, please tell us at once: ${company.email}.`],
  })
}
