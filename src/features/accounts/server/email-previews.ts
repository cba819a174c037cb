import type { EmailPreviews } from '#features/company/server/public.ts'
import * as staff from '../administration/server/emails.ts'
import * as emailAddressEmails from '../email-address/server/emails.ts'
import * as loginEmails from '../login/server/emails.ts'
import { passwordChangedEmail, passwordLinkEmail } from '../passwords/server/emails.ts'
import { accountDeletedEmail } from '../privacy/server/emails.ts'
import * as registrationEmails from '../registration/server/emails.ts'
import { type FactorChange, factorChangedEmail, factorRecoveryEmail } from '../second-factor/server/emails.ts'
import { type Alert, alertEmail } from './emails.ts'

const ada = { email: 'ada@example.org', firstName: 'Ada', timeZone: 'America/New_York' }
const email = 'ada.new@example.org'
const grace = { name: 'Grace Hopper', firstName: 'Grace', email: 'grace@example.org', timeZone: 'Europe/London' }
const moment = new Date('2026-03-02T09:30:00Z')

export const emailPreviews: EmailPreviews = {
  registrationEmail: ({ company, publicUrl }) =>
    registrationEmails.registrationEmail(ada, company, `${publicUrl}/verify-email?token=example`, publicUrl),
  verificationEmail: ({ company, publicUrl }) =>
    emailAddressEmails.verificationEmail(ada, company, `${publicUrl}/verify-email?token=example`),
  accountExistsEmail: ({ company, publicUrl }) => registrationEmails.accountExistsEmail(ada, company, publicUrl),
  newLoginEmail: ({ company, publicUrl }) =>
    loginEmails.newLoginEmail(ada, company, { device: 'Firefox on Windows', moment, publicUrl }),
  confirmEmailChangeEmail: ({ company, publicUrl }) =>
    emailAddressEmails.confirmEmailChangeEmail(ada, company, {
      email,
      link: `${publicUrl}/verify-email?token=example`,
    }),
  emailChangeRequestedEmail: ({ company, publicUrl }) =>
    emailAddressEmails.emailChangeRequestedEmail(ada, company, { email, publicUrl }),
  emailChangedEmail: ({ company, publicUrl }) =>
    emailAddressEmails.emailChangedEmail(ada, company, { email, undoUrl: `${publicUrl}/undo-email/example` }),
  emailChangeUndoneEmail: ({ company }) => emailAddressEmails.emailChangeUndoneEmail(ada, company),
  passwordLinkEmail: ({ company, publicUrl }) => passwordLinkEmail(ada, company, `${publicUrl}/reset-password/example`),
  passwordChangedEmail: ({ company, publicUrl }) => passwordChangedEmail(ada, company, { moment, publicUrl }),
  'factorChangedEmail:authenticator-on': factorPreview({ kind: 'authenticator-on' }),
  'factorChangedEmail:authenticator-off': factorPreview({ kind: 'authenticator-off' }),
  'factorChangedEmail:recovery-codes-made': factorPreview({ kind: 'recovery-codes-made' }),
  'factorChangedEmail:recovery-code-used': factorPreview({ kind: 'recovery-code-used', remaining: 3 }),
  'factorChangedEmail:passkey-added': factorPreview({ kind: 'passkey-added', name: 'My phone' }),
  'factorChangedEmail:passkey-removed': factorPreview({ kind: 'passkey-removed', name: 'My phone' }),
  'factorRecoveryEmail:requested': ({ company, publicUrl }) =>
    factorRecoveryEmail(ada, company, { kind: 'requested', dueAt: moment }, publicUrl),
  'factorRecoveryEmail:reminder': ({ company, publicUrl }) =>
    factorRecoveryEmail(ada, company, { kind: 'reminder', dueAt: moment }, publicUrl),
  'factorRecoveryEmail:done': ({ company, publicUrl }) =>
    factorRecoveryEmail(ada, company, { kind: 'done' }, publicUrl),
  staffAccountEmail: ({ company, publicUrl }) =>
    staff.staffAccountEmail({ ...grace, role: 'consultant' }, company, publicUrl),
  accountResetEmail: ({ company, publicUrl }) =>
    staff.accountResetEmail(ada, company, { hadSecondFactor: true, moment, publicUrl }),
  invitationEmail: ({ company, publicUrl }) =>
    staff.invitationEmail(grace, company, {
      role: 'consultant',
      url: `${publicUrl}/reset-password/example`,
      until: moment,
    }),
  roleChangedEmail: ({ company, publicUrl }) => staff.roleChangedEmail(ada, company, { role: 'consultant', publicUrl }),
  accountDisabledEmail: ({ company, publicUrl }) => staff.accountDisabledEmail(ada, company, publicUrl),
  accountEnabledEmail: ({ company, publicUrl }) => staff.accountEnabledEmail(ada, company, publicUrl),
  'alertEmail:new-administrator': alertPreview({ kind: 'new-administrator', person: grace }),
  'alertEmail:factor-removed': alertPreview({ kind: 'factor-removed', person: grace }),
  'alertEmail:email-changed': alertPreview({ kind: 'email-changed', person: grace }),
  'alertEmail:audit-broken': alertPreview({ kind: 'audit-broken', brokenSeals: 1 }),
  accountDeletedEmail: ({ company, publicUrl }) =>
    accountDeletedEmail(
      ada,
      company,
      {
        ends: [{ title: 'MY FUTURE Basic', endsAt: moment }],
        cancels: 0,
        keeps: [{ kind: 'invoices', count: 2, until: new Date('2033-01-01T00:00:00Z') }],
      },
      publicUrl,
    ),
}

function factorPreview(change: FactorChange): EmailPreviews[string] {
  return ({ company, publicUrl }) => factorChangedEmail(ada, company, change, { moment, publicUrl })
}

function alertPreview(alert: Alert): EmailPreviews[string] {
  return ({ company, publicUrl }) => alertEmail(ada, company, alert, { happenedAt: moment, publicUrl })
}
