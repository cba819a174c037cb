import type { LetterExamples } from '#features/company/server/public.ts'
import * as letters from '../emails.ts'
import * as emailChange from './email-change.ts'
import { accountDeletedLetter } from './leaving.ts'
import { accountResetLetter, staffAccountLetter } from './operator.ts'
import { passwordChangedLetter, passwordLinkLetter } from './password.ts'
import { type FactorChange, factorLetter } from './second-factor.ts'
import * as staff from './staff.ts'

const ada = { email: 'ada@example.org', firstName: 'Ada' }
const email = 'ada.new@example.org'
const moment = new Date('2026-03-02T09:30:00Z')

export const letterExamples: LetterExamples = {
  registrationLetter: ({ company, publicUrl }) =>
    letters.registrationLetter(ada, company, `${publicUrl}/verify-email?token=example`, publicUrl),
  verificationLetter: ({ company, publicUrl }) =>
    letters.verificationLetter(ada, company, `${publicUrl}/verify-email?token=example`),
  accountExistsLetter: ({ company, publicUrl }) => letters.accountExistsLetter(ada, company, publicUrl),
  newLoginLetter: ({ company, publicUrl }) =>
    letters.newLoginLetter(ada, company, { device: 'Firefox on Windows', moment, publicUrl }),
  emailChangeLetter: ({ company, publicUrl }) =>
    emailChange.emailChangeLetter(ada, company, { email, link: `${publicUrl}/verify-email?token=example` }),
  emailChangeNotice: ({ company, publicUrl }) => emailChange.emailChangeNotice(ada, company, { email, publicUrl }),
  emailChangedLetter: ({ company }) => emailChange.emailChangedLetter(ada, company, { email }),
  passwordLinkLetter: ({ company, publicUrl }) =>
    passwordLinkLetter(ada, company, `${publicUrl}/reset-password/example`),
  passwordChangedLetter: ({ company, publicUrl }) => passwordChangedLetter(ada, company, { moment, publicUrl }),
  'factorLetter:authenticator-on': withFactor({ kind: 'authenticator-on' }),
  'factorLetter:authenticator-off': withFactor({ kind: 'authenticator-off' }),
  'factorLetter:recovery-codes-made': withFactor({ kind: 'recovery-codes-made' }),
  'factorLetter:recovery-code-used': withFactor({ kind: 'recovery-code-used', left: 3 }),
  'factorLetter:passkey-added': withFactor({ kind: 'passkey-added', name: 'My phone' }),
  'factorLetter:passkey-removed': withFactor({ kind: 'passkey-removed', name: 'My phone' }),
  staffAccountLetter: ({ company, publicUrl }) =>
    staffAccountLetter({ email: 'grace@example.org', firstName: 'Grace', role: 'consultant' }, company, publicUrl),
  accountResetLetter: ({ company, publicUrl }) =>
    accountResetLetter(ada, company, { hadSecondFactor: true, moment, publicUrl }),
  invitationLetter: ({ company, publicUrl }) =>
    staff.invitationLetter({ email: 'grace@example.org', firstName: 'Grace' }, company, {
      role: 'consultant',
      url: `${publicUrl}/reset-password/example`,
      until: moment,
    }),
  roleChangedLetter: ({ company, publicUrl }) =>
    staff.roleChangedLetter(ada, company, { role: 'consultant', publicUrl }),
  accessEndedLetter: ({ company }) => staff.accessEndedLetter(ada, company),
  accessGivenLetter: ({ company, publicUrl }) => staff.accessGivenLetter(ada, company, publicUrl),
  accountDeletedLetter: ({ company }) =>
    accountDeletedLetter(ada, company, {
      ends: [{ title: 'MY FUTURE Basic', endsAt: moment }],
      cancels: 0,
      keeps: [{ kind: 'invoices', count: 2, until: new Date('2033-01-01T00:00:00Z') }],
    }),
}

function withFactor(change: FactorChange): LetterExamples[string] {
  return ({ company, publicUrl }) => factorLetter(ada, company, change, { moment, publicUrl })
}
