import type { Company } from '#features/company/contract.ts'
import { type EmailReader, emailTo } from '#features/company/server/public.ts'
import type { Email } from '#platform/server/email/email.ts'
import { formatMomentInLondon } from '#platform/shared/calendar.ts'

/** Sent to the owner so that a stranger's login cannot go unnoticed. */
export function newLoginEmail(
  user: EmailReader,
  company: Company,
  { device, moment, publicUrl }: { device: string; moment: Date; publicUrl: string },
): Email {
  return emailTo(user, company, {
    subject: 'New login to your account',
    paragraphs: ['Somebody has just logged in to your account with a browser that we had not seen before.'],
    facts: [
      ['Device', device],
      ['Time', formatMomentInLondon(moment)],
    ],
    action: { label: 'See where you are logged in', url: `${publicUrl}/portal/security` },
    notes: [
      'If this was you, you need not do anything.',
      `If it was not, set a new password at once: ${publicUrl}/forgot-password. That ends every session.`,
    ],
  })
}
