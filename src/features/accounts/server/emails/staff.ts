import type { Company } from '#features/company/contract.ts'
import type { Mail } from '#platform/server/mail/queue-mail.ts'
import { companyMomentInWords } from '#platform/shared/calendar.ts'
import type { Role } from '../../contract.ts'
import { letterTo, type Recipient } from '../emails.ts'

/** What an administrator has done with an account, to its owner. */

const roleInWords = {
  member: 'a member',
  consultant: 'a consultant',
  administrator: 'an administrator',
} satisfies Record<Role, string>

export function invitationLetter(
  user: Recipient,
  company: Company,
  { role, url, until }: { role: Role; url: string; until: Date },
): Mail {
  return letterTo(user, company, {
    subject: `Your account at ${company.brandName}`,
    paragraphs: [
      `You are invited to work at ${company.brandName} as ${roleInWords[role]}. An account was made for you.`,
      'Please set a password of your own, which nobody else knows. Then you can log in.',
    ],
    action: { label: 'Set my password', url },
    notes: [
      `The link works until ${companyMomentInWords(until)}, and once. If it is over, ask whoever invited you for a new one.`,
      `If you did not expect this, please tell us: ${company.email}. Without a password nobody can use the account.`,
    ],
  })
}

export function roleChangedLetter(
  user: Recipient,
  company: Company,
  { role, publicUrl }: { role: Role; publicUrl: string },
): Mail {
  return letterTo(user, company, {
    subject: 'Your account has another role now',
    paragraphs: [
      `At ${company.brandName} your account is that of ${roleInWords[role]} from now on. You are logged out everywhere: please log in anew.`,
      ...(role === 'member'
        ? []
        : ['Staff log in with a second factor. If you have none yet, you are asked to set it up.']),
    ],
    action: { label: 'Log in', url: `${publicUrl}/login` },
    notes: [`If you did not expect this, please tell us: ${company.email}.`],
  })
}

export function accessEndedLetter(user: Recipient, company: Company): Mail {
  return letterTo(user, company, {
    subject: 'Your account was closed for now',
    paragraphs: [
      'We have closed your account for now: nobody can log in to it, and you are logged out everywhere.',
      'What you have bought and booked stays as it is. If something of it should change as well, we write to you about it.',
    ],
    notes: [`If you want to know why, or think that it is a mistake, please write to us: ${company.email}.`],
  })
}

export function accessGivenLetter(user: Recipient, company: Company, publicUrl: string): Mail {
  return letterTo(user, company, {
    subject: 'Your account is open again',
    paragraphs: ['You can use your account again, with the password that you had.'],
    action: { label: 'Log in', url: `${publicUrl}/login` },
    notes: [`If you no longer know your password, set a new one: ${publicUrl}/forgot-password`],
  })
}
