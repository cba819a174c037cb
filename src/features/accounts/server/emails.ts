import type { Company } from '#features/company/contract.ts'
import { writeLetter } from '#platform/server/mail/letter.ts'
import type { Mail } from '#platform/server/mail/queue-mail.ts'
import { companyMomentInWords } from '#platform/shared/calendar.ts'
import { greeting } from '#platform/shared/greeting.ts'
import type { User } from '../contract.ts'

export function registrationLetter(user: User, company: Company, verifyUrl: string, publicUrl: string): Mail {
  return writeLetter({
    to: user.email,
    subject: `Welcome to ${company.brandName}: please confirm your email address`,
    greeting: greeting(user.firstName),
    paragraphs: [
      'Your account is open. Please confirm that this is your email address, so that your invoices and bookings reach you.',
    ],
    action: { label: 'Confirm my email address', url: verifyUrl },
    notes: [
      'The link works for three days and once. You can use your account in the meantime.',
      `If you did not open an account at ${publicUrl}, somebody mistyped their address. You need not do anything.`,
    ],
    sender: senderOf(company),
  })
}

export function verificationLetter(user: User, company: Company, verifyUrl: string): Mail {
  return writeLetter({
    to: user.email,
    subject: 'Please confirm your email address',
    greeting: greeting(user.firstName),
    paragraphs: ['Here is the new link that you asked for. It confirms that this is your email address.'],
    action: { label: 'Confirm my email address', url: verifyUrl },
    notes: ['The link works for three days and once. The links that we sent before it work no longer.'],
    sender: senderOf(company),
  })
}

/** To the owner, so that nobody gets in unnoticed. */
export function newSignInLetter(
  user: User,
  company: Company,
  { device, moment, publicUrl }: { device: string; moment: Date; publicUrl: string },
): Mail {
  return writeLetter({
    to: user.email,
    subject: 'New sign-in to your account',
    greeting: greeting(user.firstName),
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
    sender: senderOf(company),
  })
}

export function senderOf(company: Company) {
  return { name: company.brandName, lines: [...company.address, company.phone, company.email] }
}
