import type { Company } from '#features/company/contract.ts'
import { type EmailReader, emailTo } from '#features/company/server/public.ts'
import type { Email } from '#platform/server/email/email.ts'

export function registrationEmail(user: EmailReader, company: Company, verifyUrl: string, publicUrl: string): Email {
  return emailTo(user, company, {
    subject: `Welcome to ${company.brandName}: confirm your email address`,
    paragraphs: [
      'Your account is ready. There’s just one thing to do next: confirm your email address, so your invoices and booking details reach you.',
    ],
    action: { label: 'Confirm my email address', url: verifyUrl },
    notes: [
      'The link works once, for three days. You can use your account in the meantime.',
      `If you didn’t create an account at ${publicUrl}, someone mistyped their address. You can ignore this email.`,
    ],
  })
}

/** Sent to the owner of an address that someone, usually the owner, tried to register again. */
export function accountExistsEmail(user: EmailReader, company: Company, publicUrl: string): Email {
  return emailTo(user, company, {
    subject: `You already have an account at ${company.brandName}`,
    paragraphs: [
      'Someone has just tried to create an account with your email address. You already have one, and nothing about it has changed.',
    ],
    action: { label: 'Log in', url: `${publicUrl}/login` },
    notes: [
      `If this was you and you’ve forgotten your password, reset it here: ${publicUrl}/forgot-password`,
      'If it wasn’t, someone mistyped their address. You can ignore this email.',
    ],
  })
}
