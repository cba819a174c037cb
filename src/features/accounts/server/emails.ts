import type { Company } from '#features/company/contract.ts'
import { writeLetter } from '#platform/server/mail/letter.ts'
import type { Mail } from '#platform/server/mail/queue-mail.ts'
import type { Consequences } from '#platform/server/personal-data.ts'
import { companyMomentInWords, dateInWords } from '#platform/shared/calendar.ts'
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
    notes: ['The link works for three days and once. Earlier links no longer work.'],
    sender: senderOf(company),
  })
}

export function passwordLinkLetter(user: User, company: Company, resetUrl: string): Mail {
  return writeLetter({
    to: user.email,
    subject: 'Set a new password',
    greeting: greeting(user.firstName),
    paragraphs: ['Somebody, hopefully you, has asked for a new password for your account.'],
    action: { label: 'Set a new password', url: resetUrl },
    notes: [
      'The link works for 60 minutes and once. Earlier links no longer work.',
      'If you did not ask for it, you need not do anything: your password stays as it is.',
    ],
    sender: senderOf(company),
  })
}

/** To the owner, so that nobody changes it unnoticed. */
export function passwordChangedLetter(
  user: User,
  company: Company,
  { moment, publicUrl }: { moment: Date; publicUrl: string },
): Mail {
  return writeLetter({
    to: user.email,
    subject: 'Your password was changed',
    greeting: greeting(user.firstName),
    paragraphs: ['The password of your account has just been changed. You are logged out everywhere else.'],
    facts: [['Time', companyMomentInWords(moment)]],
    notes: [
      'If this was you, you need not do anything.',
      `If it was not, set a new password at once: ${publicUrl}/forgot-password. Then write to us: ${company.email}.`,
    ],
    sender: senderOf(company),
  })
}

/** To the owner of an address that somebody tried to register with: most of the time it is they themselves. */
export function accountExistsLetter(user: User, company: Company, publicUrl: string): Mail {
  return writeLetter({
    to: user.email,
    subject: `You have an account at ${company.brandName} already`,
    greeting: greeting(user.firstName),
    paragraphs: [
      'Somebody has just tried to open an account with your email address. You have one already, and it stays as it is.',
    ],
    action: { label: 'Log in', url: `${publicUrl}/login` },
    notes: [
      `If it was you and you no longer know your password, set a new one: ${publicUrl}/forgot-password`,
      'If it was not, somebody mistyped their address. You need not do anything.',
    ],
    sender: senderOf(company),
  })
}

/** To the owner, so that nobody gets in unnoticed. */
export function newLoginLetter(
  user: User,
  company: Company,
  { device, moment, publicUrl }: { device: string; moment: Date; publicUrl: string },
): Mail {
  return writeLetter({
    to: user.email,
    subject: 'New login to your account',
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

/** The last one: nothing of it is kept. */
export function accountDeletedLetter(user: User, company: Company, { ends, keeps }: Required<Consequences>): Mail {
  return writeLetter({
    to: user.email,
    subject: 'Your account was deleted',
    greeting: greeting(user.firstName),
    paragraphs: [
      'As you asked, we have deleted your account and your personal data. You are logged out everywhere.',
      ...(ends.length > 0 ? [`These packages have ended: ${ends.map(({ title }) => title).join(', ')}.`] : []),
      ...keeps.map(keptInWords),
    ],
    notes: [
      `If it was not you who asked, write to ${company.email} at once.`,
      'This is our last email, and we keep no copy of it.',
    ],
    sender: senderOf(company),
  })
}

function keptInWords({ kind, count, until }: Required<Consequences>['keeps'][number]): string {
  const what = {
    invoices: `${count === 1 ? 'one invoice' : `${count} invoices`}, as tax law requires`,
    complaints: `${count === 1 ? 'one complaint' : `${count} complaints`}, in case a court asks about it`,
  }
  return `We have to keep ${what[kind]}, until ${dateInWords(until)} at the latest.`
}

export function senderOf(company: Company) {
  return { name: company.brandName, lines: [...company.address, company.phone, company.email] }
}
