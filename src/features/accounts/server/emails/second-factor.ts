import type { Company } from '#features/company/contract.ts'
import type { Mail } from '#platform/server/mail/queue-mail.ts'
import { companyMomentInWords } from '#platform/shared/calendar.ts'
import { letterTo, type Recipient } from '../emails.ts'

export type FactorChange =
  | { kind: 'authenticator-on' | 'authenticator-off' | 'recovery-codes-made' }
  | { kind: 'recovery-code-used'; left: number }
  | { kind: 'passkey-added' | 'passkey-removed'; name: string }

export function factorLetter(
  user: Recipient,
  company: Company,
  change: FactorChange,
  { moment, publicUrl }: { moment: Date; publicUrl: string },
): Mail {
  const { subject, sentence } = wordsFor(change)
  return letterTo(user, company, {
    subject,
    paragraphs: [sentence],
    facts: [['Time', companyMomentInWords(moment)]],
    action: { label: 'See your security settings', url: `${publicUrl}/portal/security` },
    notes: [
      'If this was you, you need not do anything.',
      `If it was not, set a new password at once: ${publicUrl}/forgot-password. Then write to us.`,
    ],
  })
}

function wordsFor(change: FactorChange): { subject: string; sentence: string } {
  switch (change.kind) {
    case 'authenticator-on':
      return {
        subject: 'Two-factor login is on',
        sentence: 'From now on we ask for a code of your authenticator app after your password.',
      }
    case 'authenticator-off':
      return {
        subject: 'Two-factor login is off',
        sentence:
          'Your authenticator app was switched off, and its recovery codes with it. Your password alone opens your account now.',
      }
    case 'recovery-codes-made':
      return {
        subject: 'You have new recovery codes',
        sentence: 'New recovery codes were made for your account. The ones before them work no longer.',
      }
    case 'recovery-code-used':
      return {
        subject: 'A recovery code was used',
        sentence: `Somebody has just logged in to your account with one of your recovery codes. ${leftInWords(change.left)}`,
      }
    case 'passkey-added':
      return {
        subject: 'A passkey was added',
        sentence: `The passkey "${change.name}" opens your account from now on.`,
      }
    case 'passkey-removed':
      return {
        subject: 'A passkey was removed',
        sentence: `The passkey "${change.name}" opens your account no longer.`,
      }
  }
}

function leftInWords(left: number): string {
  if (left === 0) return 'It was the last one: please make new ones.'
  return left === 1 ? 'One is left: please make new ones.' : `${left} are left.`
}
