import type { Company } from '#features/company/contract.ts'
import { type EmailReader, emailTo } from '#features/company/server/public.ts'
import type { Email } from '#platform/server/email/email.ts'
import { formatMomentInLondon } from '#platform/shared/calendar.ts'
import type { Role, User } from '../../contract.ts'

/** Contains no link. The operator hands it over, because access to a mailbox does not prove who works here. */
export function staffAccountEmail(user: EmailReader & Pick<User, 'role'>, company: Company, publicUrl: string): Email {
  return emailTo(user, company, {
    subject: `Your account at ${company.brandName}`,
    paragraphs: [
      `An account as ${user.role} was made for you at ${publicUrl}.`,
      'Whoever runs the site has a link for you. With it you set your own password, which nobody else knows, and then you can log in.',
    ],
    notes: ['The link works for 24 hours and once. If it is over, ask whoever gave it to you for a new one.'],
  })
}

/** Sent to the owner so that a takeover cannot go unnoticed. */
export function accountResetEmail(
  user: EmailReader,
  company: Company,
  { hadSecondFactor, moment, publicUrl }: { hadSecondFactor: boolean; moment: Date; publicUrl: string },
): Email {
  return emailTo(user, company, {
    subject: 'Your account was reset',
    paragraphs: [
      'Whoever runs the site has reset your account. Your password no longer works, and every session has ended.',
      ...(hadSecondFactor
        ? ['Your second factor was removed as well: authenticator app, recovery codes and passkeys.']
        : []),
      'You have been given a link, or will be, with which you set a new password.',
    ],
    facts: [['Time', formatMomentInLondon(moment)]],
    action: { label: 'Ask for a link by email instead', url: `${publicUrl}/forgot-password` },
    notes: [`If you did not ask for this, please tell us at once: ${company.email}.`],
  })
}

const roleNames = {
  member: 'a member',
  consultant: 'a consultant',
  administrator: 'an administrator',
} satisfies Record<Role, string>

export function invitationEmail(
  user: EmailReader,
  company: Company,
  { role, url, until }: { role: Role; url: string; until: Date },
): Email {
  return emailTo(user, company, {
    subject: `Your account at ${company.brandName}`,
    paragraphs: [
      `You are invited to work at ${company.brandName} as ${roleNames[role]}. An account was made for you.`,
      'Please set a password of your own, which nobody else knows. Then you can log in.',
    ],
    action: { label: 'Set my password', url },
    notes: [
      `The link works until ${formatMomentInLondon(until)}, and once. If it is over, ask whoever invited you for a new one.`,
      `If you did not expect this, please tell us: ${company.email}. Without a password nobody can use the account.`,
    ],
  })
}

export function roleChangedEmail(
  user: EmailReader,
  company: Company,
  { role, publicUrl }: { role: Role; publicUrl: string },
): Email {
  return emailTo(user, company, {
    subject: 'Your account has another role now',
    paragraphs: [
      `At ${company.brandName} your account is that of ${roleNames[role]} from now on. You are logged out everywhere: please log in anew.`,
      ...(role === 'member'
        ? []
        : ['Staff log in with a second factor. If you have none yet, you are asked to set it up.']),
    ],
    action: { label: 'Log in', url: `${publicUrl}/login` },
    notes: [`If you did not expect this, please tell us: ${company.email}.`],
  })
}

export function accountDisabledEmail(user: EmailReader, company: Company): Email {
  return emailTo(user, company, {
    subject: 'Your account was closed for now',
    paragraphs: [
      'We have closed your account for now: nobody can log in to it, and you are logged out everywhere.',
      'What you have bought and booked stays as it is. If something of it should change as well, we write to you about it.',
    ],
    notes: [`If you want to know why, or think that it is a mistake, please write to us: ${company.email}.`],
  })
}

export function accountEnabledEmail(user: EmailReader, company: Company, publicUrl: string): Email {
  return emailTo(user, company, {
    subject: 'Your account is open again',
    paragraphs: ['You can use your account again, with the password that you had.'],
    action: { label: 'Log in', url: `${publicUrl}/login` },
    notes: [`If you no longer know your password, set a new one: ${publicUrl}/forgot-password`],
  })
}
