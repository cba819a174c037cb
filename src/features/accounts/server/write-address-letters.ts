import type { Company } from '#features/company/contract.ts'
import { writeLetter } from '#platform/server/mail/letter.ts'
import type { Mail } from '#platform/server/mail/queue-mail.ts'
import { greeting } from '#platform/shared/greeting.ts'
import type { User } from '../contract.ts'
import { maskedAddress } from '../rules.ts'
import { senderOf } from './emails.ts'

/** To the new address: it counts once the link is opened. */
export function addressChangeLetter({
  account,
  email,
  link,
  company,
}: {
  account: User
  email: string
  link: string
  company: Company
}): Mail {
  return writeLetter({
    to: email,
    subject: 'Please confirm your new email address',
    greeting: greeting(account.firstName),
    paragraphs: [
      `You asked us to use this email address for your account with ${company.brandName}. From the moment you open the link, you log in with it and our emails come here.`,
    ],
    action: { label: 'Use this email address', url: link },
    notes: [
      'The link works for 24 hours and once. Until you open it, your account keeps the address it has.',
      'If you did not ask for this, somebody mistyped their address. You need not do anything.',
    ],
    sender: senderOf(company),
  })
}

/** To the present address, so that nobody takes an account over unnoticed. */
export function addressChangeNotice({
  account,
  email,
  company,
  publicUrl,
}: {
  account: User
  email: string
  company: Company
  publicUrl: string
}): Mail {
  return writeLetter({
    to: account.email,
    subject: 'Your email address is about to change',
    greeting: greeting(account.firstName),
    paragraphs: [
      `Somebody who is logged in to your account asked us to change its email address to ${maskedAddress(email)}. It changes once the link is opened that we sent there.`,
      'If this was you, you need not do anything here.',
    ],
    action: { label: 'See or cancel the change', url: `${publicUrl}/portal/profile` },
    notes: [
      `If it was not you, cancel the change on your profile page, then set a new password at once: ${publicUrl}/forgot-password. That ends every session.`,
    ],
    sender: senderOf(company),
  })
}

/** To the address of before, once it is the account's no more. */
export function addressChangedLetter({
  account,
  email,
  company,
}: {
  /** As it was before. */
  account: User
  email: string
  company: Company
}): Mail {
  return writeLetter({
    to: account.email,
    subject: 'Your email address was changed',
    greeting: greeting(account.firstName),
    paragraphs: [
      `Your account now has the email address ${maskedAddress(email)}. You log in with it from now on, and our emails go there.`,
    ],
    notes: [
      `If it was not you who changed it, please tell us at once: write to ${company.email} or call ${company.phone}, and we give your account back to you.`,
    ],
    sender: senderOf(company),
  })
}
