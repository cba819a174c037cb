import type { Company } from '#features/company/contract.ts'
import { type EmailReader, emailTo } from '#features/company/server/public.ts'
import type { Email } from '#platform/server/email/email.ts'
import { formatMomentInLondon } from '#platform/shared/calendar.ts'

export type FactorChange =
  | { kind: 'authenticator-on' | 'authenticator-off' | 'recovery-codes-made' }
  | { kind: 'recovery-code-used'; remaining: number }
  | { kind: 'passkey-added' | 'passkey-removed'; name: string }

export function factorChangedEmail(
  user: EmailReader,
  company: Company,
  change: FactorChange,
  { moment, publicUrl }: { moment: Date; publicUrl: string },
): Email {
  return emailTo(user, company, {
    subject: subjects[change.kind],
    paragraphs: [sentenceFor(change)],
    facts: [['Time', formatMomentInLondon(moment)]],
    action: { label: 'See your security settings', url: `${publicUrl}/portal/security` },
    notes: [
      'If this was you, you need not do anything.',
      `If it was not, set a new password at once: ${publicUrl}/forgot-password. Then write to us.`,
    ],
  })
}

const subjects: Record<FactorChange['kind'], string> = {
  'authenticator-on': 'Two-factor login is on',
  'authenticator-off': 'Two-factor login is off',
  'recovery-codes-made': 'You have new recovery codes',
  'recovery-code-used': 'A recovery code was used',
  'passkey-added': 'A passkey was added',
  'passkey-removed': 'A passkey was removed',
}

function sentenceFor(change: FactorChange): string {
  switch (change.kind) {
    case 'authenticator-on':
      return 'From now on we ask for a code from your authenticator app after your password.'
    case 'authenticator-off':
      return 'Your authenticator app was switched off, and its recovery codes with it. Your password alone opens your account now.'
    case 'recovery-codes-made':
      return 'New recovery codes were made for your account. The earlier ones no longer work.'
    case 'recovery-code-used':
      return `One of your recovery codes was just used, to log in to your account or to confirm who you are. ${remainingCodesText(change.remaining)}`
    case 'passkey-added':
      return `The passkey "${change.name}" opens your account from now on.`
    case 'passkey-removed':
      return `The passkey "${change.name}" no longer opens your account.`
  }
}

function remainingCodesText(remaining: number): string {
  if (remaining === 0) return 'It was the last one: please make new ones.'
  return remaining === 1 ? 'One is left: please make new ones.' : `${remaining} are left.`
}

type RecoveryStep = { kind: 'requested' | 'reminder'; dueAt: Date } | { kind: 'done' }

/** Sent to the owner at each step of the removal of a lost second factor. */
export function factorRecoveryEmail(user: EmailReader, company: Company, step: RecoveryStep, publicUrl: string): Email {
  if (step.kind === 'done') {
    return emailTo(user, company, {
      subject: 'Your second factor was removed',
      paragraphs: [
        'As somebody with your password asked us to seven days ago, your authenticator app, recovery codes and passkeys are removed. Your password alone opens your account now.',
      ],
      action: { label: 'Log in and set up a new one', url: `${publicUrl}/login` },
      notes: [
        `If it was not you who asked, set a new password at once: ${publicUrl}/forgot-password. Then write to us: ${company.email}.`,
      ],
    })
  }
  return emailTo(user, company, {
    subject:
      step.kind === 'requested'
        ? 'Your second factor is about to be removed'
        : 'Your second factor is removed in two days',
    paragraphs: [
      'Somebody who knows your password says that your authenticator app, recovery codes and passkeys are lost, and asked us to remove them. We wait for a week, so that you can stop it.',
      'If this was you, you need not do anything. If you find one of them again, log in with it: then nothing is removed.',
    ],
    facts: [['Removed on', formatMomentInLondon(step.dueAt)]],
    action: { label: 'This was not me: set a new password', url: `${publicUrl}/forgot-password` },
    notes: ['A new password, or a login with your second factor, stops the removal at once.'],
  })
}
