import type { Company } from '#features/company/contract.ts'
import { type EmailReader, emailTo } from '#features/company/server/public.ts'
import type { Email } from '#platform/server/email/email.ts'
import { maskAddress } from '../rules.ts'

/** Sent to the new address, which takes effect when its link is opened. */
export function confirmEmailChangeEmail(
  { firstName }: EmailReader,
  company: Company,
  { email, link }: { email: string; link: string },
): Email {
  return emailTo({ email, firstName }, company, {
    subject: 'Confirm your new email address',
    paragraphs: [
      `You asked to use this email address for your ${company.brandName} account. Once you open the link, you’ll log in with it and get our emails here.`,
    ],
    action: { label: 'Use this email address', url: link },
    notes: [
      'The link works once, for 24 hours. Until you open it, your account keeps its current address.',
      'If you didn’t ask for this, someone mistyped their address. You can ignore this email.',
    ],
  })
}

/** Sent to the current address so that a takeover cannot go unnoticed. */
export function emailChangeRequestedEmail(
  user: EmailReader,
  company: Company,
  { email, publicUrl }: { email: string; publicUrl: string },
): Email {
  return emailTo(user, company, {
    subject: 'Your email address is about to change',
    paragraphs: [
      'Someone logged in to your account asked us to change its email address. It’ll change as soon as they open the link we sent to the new address.',
      'If this was you, you can ignore this email.',
    ],
    facts: [
      ['Current address', user.email],
      ['New address', maskAddress(email)],
    ],
    action: { label: 'Review or cancel the change', url: `${publicUrl}/portal/profile` },
    notes: [
      `If it wasn’t you, cancel the change on your profile page, then set a new password straight away: ${publicUrl}/forgot-password. That logs out every device.`,
    ],
  })
}

/** Sent to the previous address after the change. */
export function emailChangedEmail(
  user: EmailReader,
  company: Company,
  { email, undoUrl }: { email: string; undoUrl: string | undefined },
): Email {
  const contactHint = `contact us straight away at ${company.email} or on ${company.phone}, and we’ll help you get it back.`
  return emailTo(user, company, {
    subject: 'Your email address has changed',
    paragraphs: [
      'Your account has a new email address. From now on, use it to log in. We’ll send our emails there too.',
    ],
    facts: [
      ['Old address', user.email],
      ['New address', maskAddress(email)],
    ],
    ...(undoUrl && { action: { label: 'Undo the change', url: undoUrl } }),
    notes: undoUrl
      ? [
          'If this was you, you can ignore this email.',
          'If it wasn’t, undo it. That puts this address back on your account and logs everyone out. The link works once, for seven days.',
          `If that doesn’t work, ${contactHint}`,
        ]
      : [`If you didn’t make this change, ${contactHint}`],
  })
}

/** Sent to the address that the undo removed from the account. */
export function emailChangeUndoneEmail(user: EmailReader, company: Company): Email {
  return emailTo(user, company, {
    subject: 'The change to your email address has been undone',
    paragraphs: [
      'Someone with access to this account’s previous email address told us they didn’t make the change. We’ve put that address back, logged everyone out and disabled the password.',
    ],
    notes: [`If this is your account, email us from the address you want to use: ${company.email}.`],
  })
}

export function verificationEmail(user: EmailReader, company: Company, verifyUrl: string): Email {
  return emailTo(user, company, {
    subject: 'Confirm your email address',
    paragraphs: ['Here’s the new link you asked for. Use it to confirm your email address.'],
    action: { label: 'Confirm my email address', url: verifyUrl },
    notes: ['The link works once, for three days. Earlier links no longer work.'],
  })
}
