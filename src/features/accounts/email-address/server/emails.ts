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
    subject: 'Please confirm your new email address',
    paragraphs: [
      `You asked us to use this email address for your account with ${company.brandName}. From the moment you open the link, you log in with it and our emails come here.`,
    ],
    action: { label: 'Use this email address', url: link },
    notes: [
      'The link works for 24 hours and once. Until you open it, your account keeps the address it has.',
      'If you did not ask for this, somebody mistyped their address. You need not do anything.',
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
      `Somebody who is logged in to your account asked us to change its email address to ${maskAddress(email)}. It changes once the link is opened that we sent there.`,
      'If this was you, you need not do anything here.',
    ],
    action: { label: 'See or cancel the change', url: `${publicUrl}/portal/profile` },
    notes: [
      `If it was not you, cancel the change on your profile page, then set a new password at once: ${publicUrl}/forgot-password. That ends every session.`,
    ],
  })
}

/** Sent to the previous address after the change. */
export function emailChangedEmail(
  user: EmailReader,
  company: Company,
  { email, undoUrl }: { email: string; undoUrl: string | undefined },
): Email {
  const contactHint = `please tell us at once: write to ${company.email} or call ${company.phone}, and we give your account back to you.`
  return emailTo(user, company, {
    subject: 'Your email address was changed',
    paragraphs: [
      `Your account now has the email address ${maskAddress(email)}. You log in with it from now on, and our emails go there.`,
    ],
    ...(undoUrl && { action: { label: 'This was not me: undo it', url: undoUrl } }),
    notes: undoUrl
      ? [
          'If it was you, you need not do anything here.',
          'If it was not, the link gives your account this address back and logs everybody out. It works for seven days and once.',
          `If it does not help, ${contactHint}`,
        ]
      : [`If it was not you who changed it, ${contactHint}`],
  })
}

/** Sent to the address that the undo removed from the account. */
export function emailChangeUndoneEmail(user: EmailReader, company: Company): Email {
  return emailTo(user, company, {
    subject: 'The change of your email address was undone',
    paragraphs: [
      'Whoever reads the mailbox that this account had before said that the change of address was not theirs. The account has that address again, everybody is logged out, and its password no longer works.',
    ],
    notes: [`If the account is yours, please write to us from the address that you want to use: ${company.email}.`],
  })
}

export function verificationEmail(user: EmailReader, company: Company, verifyUrl: string): Email {
  return emailTo(user, company, {
    subject: 'Please confirm your email address',
    paragraphs: ['Here is the new link that you asked for. It confirms that this is your email address.'],
    action: { label: 'Confirm my email address', url: verifyUrl },
    notes: ['The link works for three days and once. Earlier links no longer work.'],
  })
}
