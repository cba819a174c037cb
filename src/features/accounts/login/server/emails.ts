import type { Company } from '#features/company/contract.ts'
import { type EmailReader, emailTo } from '#features/company/server/public.ts'
import type { Email } from '#platform/server/email/email.ts'
import { formatTimeWithZone } from '#platform/shared/local-time.ts'

/** Sent to the owner so that a stranger's login cannot go unnoticed. */
export function newLoginEmail(
  user: EmailReader,
  company: Company,
  { device, moment, publicUrl }: { device: string; moment: Date; publicUrl: string },
): Email {
  return emailTo(user, company, {
    subject: `New login to your account: ${device}`,
    paragraphs: ['Someone has just logged in to your account from a browser we haven’t seen before.'],
    facts: [
      ['Device', device],
      ['Time', formatTimeWithZone(moment, user.timeZone)],
    ],
    action: { label: 'See where you are logged in', url: `${publicUrl}/portal/security` },
    notes: [
      'If this was you, you can ignore this email.',
      `If it wasn’t, set a new password straight away: ${publicUrl}/forgot-password. That logs out every device.`,
    ],
  })
}
