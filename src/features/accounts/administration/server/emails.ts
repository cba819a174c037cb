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
      `We’ve created an account for you at ${publicUrl}, as ${roleNames[user.role]}.`,
      'The person who runs the site has a link for you. Use it to set a password only you know, then log in.',
    ],
    notes: ['The link works once, for 24 hours. If it has expired, ask the person who gave it to you for a new one.'],
  })
}

/** Sent to the owner so that a takeover cannot go unnoticed. */
export function accountResetEmail(
  user: EmailReader,
  company: Company,
  { hadSecondFactor, moment, publicUrl }: { hadSecondFactor: boolean; moment: Date; publicUrl: string },
): Email {
  return emailTo(user, company, {
    subject: 'Your account has been reset',
    paragraphs: [
      'The person who runs the site has reset your account. Your password no longer works and you’re logged out everywhere.',
      ...(hadSecondFactor
        ? ['We also removed your two-factor login: your authenticator app, recovery codes and passkeys.']
        : []),
      'They’ll give you a link to set a new password, if they haven’t already.',
    ],
    facts: [['Time', formatMomentInLondon(moment)]],
    action: { label: 'Get a link by email instead', url: `${publicUrl}/forgot-password` },
    notes: [`If you didn’t ask for this, tell us straight away: ${company.email}.`],
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
    subject: `You’re invited to work at ${company.brandName}`,
    paragraphs: [
      `You’re invited to work at ${company.brandName} as ${roleNames[role]}. We’ve created an account for you.`,
      'Set a password only you know, then log in.',
    ],
    action: { label: 'Set my password', url },
    notes: [
      `The link works once, until ${formatMomentInLondon(until)}. If it has expired, ask the person who invited you for a new one.`,
      `If you weren’t expecting this, let us know: ${company.email}. No one can use the account until it has a password.`,
    ],
  })
}

export function roleChangedEmail(
  user: EmailReader,
  company: Company,
  { role, publicUrl }: { role: Role; publicUrl: string },
): Email {
  return emailTo(user, company, {
    subject: 'Your role has changed',
    paragraphs: [
      `You’re now ${roleNames[role]} at ${company.brandName}. We’ve logged you out everywhere, so log in again to continue.`,
      ...(role === 'member'
        ? []
        : ['Staff use two-factor login. If you haven’t set it up yet, we’ll ask you to when you log in.']),
    ],
    action: { label: 'Log in', url: `${publicUrl}/login` },
    notes: [`If you weren’t expecting this, let us know: ${company.email}.`],
  })
}

export function accountDisabledEmail(user: EmailReader, company: Company): Email {
  return emailTo(user, company, {
    subject: 'Your account has been disabled',
    paragraphs: [
      'We’ve disabled your account. No one can log in to it, and you’re logged out everywhere.',
      'Your packages and bookings haven’t changed. If they need to, we’ll email you.',
    ],
    notes: [`To ask why, or if you think this is a mistake, email us: ${company.email}.`],
  })
}

export function accountEnabledEmail(user: EmailReader, company: Company, publicUrl: string): Email {
  return emailTo(user, company, {
    subject: 'You can use your account again',
    paragraphs: ['We’ve enabled your account again. Your password hasn’t changed.'],
    action: { label: 'Log in', url: `${publicUrl}/login` },
    notes: [`Forgotten your password? Reset it here: ${publicUrl}/forgot-password`],
  })
}
