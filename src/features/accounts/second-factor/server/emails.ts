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
      'If this was you, you can ignore this email.',
      `If it wasn’t, set a new password straight away: ${publicUrl}/forgot-password. Then contact us.`,
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
      return 'From now on, we’ll ask for a code from your authenticator app after your password.'
    case 'authenticator-off':
      return 'Your authenticator app and its recovery codes have been turned off. You no longer need a code to log in.'
    case 'recovery-codes-made':
      return 'You have new recovery codes for your account. The old ones no longer work.'
    case 'recovery-code-used':
      return `One of your recovery codes has just been used to log in to your account or to confirm who you are. ${remainingCodesText(change.remaining)}`
    case 'passkey-added':
      return `You can now log in with the passkey “${change.name}”.`
    case 'passkey-removed':
      return `The passkey “${change.name}” no longer opens your account.`
  }
}

function remainingCodesText(remaining: number): string {
  if (remaining === 0) return 'It was your last one, so create new ones.'
  return remaining === 1 ? 'You have one left, so create new ones.' : `You have ${remaining} left.`
}

type RecoveryStep = { kind: 'requested' | 'reminder'; dueAt: Date } | { kind: 'done' }

/** Sent to the owner at each step of the removal of a lost second factor. */
export function factorRecoveryEmail(user: EmailReader, company: Company, step: RecoveryStep, publicUrl: string): Email {
  if (step.kind === 'done') {
    return emailTo(user, company, {
      subject: 'Your two-factor login has been removed',
      paragraphs: [
        'Seven days ago, someone with your password asked us to remove your authenticator app, recovery codes and passkeys. We’ve now done that, so your password is all you need to log in.',
      ],
      action: { label: 'Log in and set it up again', url: `${publicUrl}/login` },
      notes: [
        `If you didn’t ask for this, set a new password straight away: ${publicUrl}/forgot-password. Then contact us: ${company.email}.`,
      ],
    })
  }
  return emailTo(user, company, {
    subject:
      step.kind === 'requested'
        ? 'We’ll remove your two-factor login in seven days'
        : 'We’ll remove your two-factor login in two days',
    paragraphs: [
      'Someone with your password told us you’ve lost your authenticator app, recovery codes and passkeys, and asked us to remove them. We’ll wait seven days so you can stop it.',
      'If this was you, you don’t have to do anything. If you find one of them, log in with it and we won’t remove anything.',
    ],
    facts: [['Removal date', formatMomentInLondon(step.dueAt)]],
    action: { label: 'This wasn’t me: set a new password', url: `${publicUrl}/forgot-password` },
    notes: [
      'Setting a new password, or logging in with your app, a recovery code or a passkey, stops the removal straight away.',
    ],
  })
}
