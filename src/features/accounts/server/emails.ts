import type { Company } from '#features/company/contract.ts'
import { type Letter, writeLetter } from '#platform/server/mail/letter.ts'
import type { Mail } from '#platform/server/mail/queue-mail.ts'
import { companyMomentInWords } from '#platform/shared/calendar.ts'
import { greeting } from '#platform/shared/greeting.ts'
import type { User } from '../contract.ts'

export type Recipient = Pick<User, 'email' | 'firstName'>

export function registrationLetter(user: Recipient, company: Company, verifyUrl: string, publicUrl: string): Mail {
  return letterTo(user, company, {
    subject: `Welcome to ${company.brandName}: please confirm your email address`,
    paragraphs: [
      'Your account is open. Please confirm that this is your email address, so that your invoices and bookings reach you.',
    ],
    action: { label: 'Confirm my email address', url: verifyUrl },
    notes: [
      'The link works for three days and once. You can use your account in the meantime.',
      `If you did not open an account at ${publicUrl}, somebody mistyped their address. You need not do anything.`,
    ],
  })
}

export function verificationLetter(user: Recipient, company: Company, verifyUrl: string): Mail {
  return letterTo(user, company, {
    subject: 'Please confirm your email address',
    paragraphs: ['Here is the new link that you asked for. It confirms that this is your email address.'],
    action: { label: 'Confirm my email address', url: verifyUrl },
    notes: ['The link works for three days and once. The links that we sent before it work no longer.'],
  })
}

/** To the owner of an address that somebody tried to register with: most of the time it is they themselves. */
export function accountExistsLetter(user: Recipient, company: Company, publicUrl: string): Mail {
  return letterTo(user, company, {
    subject: `You have an account at ${company.brandName} already`,
    paragraphs: [
      'Somebody has just tried to open an account with your email address. You have one already, and it stays as it is.',
    ],
    action: { label: 'Log in', url: `${publicUrl}/login` },
    notes: [
      `If it was you and you do not know your password any more, set a new one: ${publicUrl}/forgot-password`,
      'If it was not, somebody mistyped their address. You need not do anything.',
    ],
  })
}

/** To the owner, so that nobody gets in unnoticed. */
export function newSignInLetter(
  user: Recipient,
  company: Company,
  { device, moment, publicUrl }: { device: string; moment: Date; publicUrl: string },
): Mail {
  return letterTo(user, company, {
    subject: 'New sign-in to your account',
    paragraphs: ['Somebody has just logged in to your account with a browser that we had not seen before.'],
    facts: [
      ['Device', device],
      ['Time', companyMomentInWords(moment)],
    ],
    action: { label: 'See where you are logged in', url: `${publicUrl}/portal/security` },
    notes: [
      'If this was you, you need not do anything.',
      `If it was not, set a new password at once: ${publicUrl}/forgot-password. That ends every session.`,
    ],
  })
}

/** A letter of ours to somebody who has an account, or is about to. */
export function letterTo(
  { email, firstName }: Recipient,
  company: Company,
  letter: Omit<Letter, 'to' | 'greeting' | 'sender'>,
): Mail {
  const sender = { name: company.brandName, lines: [...company.address, company.phone, company.email] }
  return writeLetter({ ...letter, to: email, greeting: greeting(firstName), sender })
}
