import type { Company } from '#features/company/contract.ts'
import type { Mail } from '#platform/server/mail/queue-mail.ts'
import { maskedAddress } from '../../rules.ts'
import { letterTo, type Recipient } from '../emails.ts'

/** To the new address: it counts once the link is opened. */
export function emailChangeLetter(
  { firstName }: Recipient,
  company: Company,
  { email, link }: { email: string; link: string },
): Mail {
  return letterTo({ email, firstName }, company, {
    subject: 'Please confirm your new email address',
    paragraphs: [
      `You asked us to use this email address for your account with ${company.brandName}. From the moment you open the link, you log in with it and our mails come here.`,
    ],
    action: { label: 'Use this email address', url: link },
    notes: [
      'The link works for 24 hours and once. Until you open it, your account keeps the address it has.',
      'If you did not ask for this, somebody mistyped their address. You need not do anything.',
    ],
  })
}

/** To the present address, so that nobody takes an account over unnoticed. */
export function emailChangeNotice(
  user: Recipient,
  company: Company,
  { email, publicUrl }: { email: string; publicUrl: string },
): Mail {
  return letterTo(user, company, {
    subject: 'Your email address is about to change',
    paragraphs: [
      `Somebody who is logged in to your account asked us to change its email address to ${maskedAddress(email)}. It changes once the link is opened that we sent there.`,
      'If this was you, you need not do anything here.',
    ],
    action: { label: 'See or cancel the change', url: `${publicUrl}/portal/profile` },
    notes: [
      `If it was not you, cancel the change on your profile page, then set a new password at once: ${publicUrl}/forgot-password. That ends every session.`,
    ],
  })
}

/** To the address of before, once it is the account's no more. */
export function emailChangedLetter(userBefore: Recipient, company: Company, { email }: { email: string }): Mail {
  return letterTo(userBefore, company, {
    subject: 'Your email address was changed',
    paragraphs: [
      `Your account now has the email address ${maskedAddress(email)}. You log in with it from now on, and our mails go there.`,
    ],
    notes: [
      `If it was not you who changed it, please tell us at once: write to ${company.email} or call ${company.phone}, and we give your account back to you.`,
    ],
  })
}
