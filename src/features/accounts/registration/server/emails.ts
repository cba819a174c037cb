import type { Company } from '#features/company/contract.ts'
import { type EmailReader, emailTo } from '#features/company/server/public.ts'
import type { Email } from '#platform/server/email/email.ts'

export function registrationEmail(user: EmailReader, company: Company, verifyUrl: string, publicUrl: string): Email {
  return emailTo(user, company, {
    subject: `Welcome to ${company.brandName}: please confirm your email address`,
    paragraphs: [
      'Your account is open. Please confirm that this is your email address, so that your invoices and bookings reach you.',
    ],
    action: { label: 'Confirm my email address', url: verifyUrl },
    notes: [
      'The link works for three days and once. You can use your account in the meantime.',
      `If you did not open an account at ${publicUrl}, somebody mistyped their address. You need not do anything.`,
    ],
  })
}

/** Sent to the owner of an address that someone tried to register again, usually the owner. */
export function accountExistsEmail(user: EmailReader, company: Company, publicUrl: string): Email {
  return emailTo(user, company, {
    subject: `You have an account at ${company.brandName} already`,
    paragraphs: [
      'Somebody has just tried to open an account with your email address. You have one already, and it stays as it is.',
    ],
    action: { label: 'Log in', url: `${publicUrl}/login` },
    notes: [
      `If it was you and you no longer know your password, set a new one: ${publicUrl}/forgot-password`,
      'If it was not, somebody mistyped their address. You need not do anything.',
    ],
  })
}
