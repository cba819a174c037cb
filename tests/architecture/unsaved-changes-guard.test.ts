import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const files = globSync(['src/features/**/web/**/*.tsx', 'src/app/web/**/*.tsx']).filter(
  (file) => !file.includes('.test.'),
)
const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))

/** Forms without an unsaved-changes question, and why. */
const unguarded: Record<string, string[]> = {
  'it says what a list shows': ['purchases/documents/web/tax-totals-panel.tsx'],
  'what is typed is kept in the tab': [
    'bookings/booking/web/booking-form.tsx',
    'conversations/messages/web/message-form.tsx',
    'contact/inbox/web/reply-form.tsx',
    'payments/checkout/web/payment-form.tsx',
  ],
  'the fields are the provider’s': ['payments/subscriptions/web/card-update-page.tsx'],
  'it is a way in, or a public page': [
    'accounts/passwords/web/forgot-password-page.tsx',
    'accounts/login/web/login-page.tsx',
    'accounts/registration/web/register-page.tsx',
    'accounts/passwords/web/reset-password-page.tsx',
    'accounts/login/web/second-factor-form.tsx',
    'contact/form/web/complaint-form.tsx',
    'contact/form/web/contact-form.tsx',
  ],
}

/** Fields outside a form, and why. */
const fieldsAlone: Record<string, string[]> = {
  'it chooses what is shown, and the address keeps it': [
    'bookings/booking/web/consultant-section.tsx',
    'bookings/booking/web/session-section.tsx',
    'deliverables/admin/web/admin-deliverables-page.tsx',
    'emails/web/email-previews-page.tsx',
    'marketing/video/web/video-controls.tsx',
  ],
  'it is done as soon as it is chosen': ['bookings/files/web/booking-files-panel.tsx'],
  'nothing is typed: a text to copy': ['bookings/calendar-feed/web/calendar-feed-panel.tsx'],
  'it is part of the checkout, which keeps what is typed': [
    'payments/checkout/web/purchase-terms-section.tsx',
    'payments/checkout/web/payment-method-form.tsx',
    'payments/stripe/web/split-card-form.tsx',
    'payments/checkout/web/upgrade-offer-panel.tsx',
  ],
}

const listed = (lists: Record<string, string[]>) => Object.values(lists).flat().sort()
const short = (file: string) => file.replace('src/features/', '')

test('every form asks before unsaved changes are lost, or is listed with a reason', () => {
  const bare = files.filter((file) => /<form\b/.test(texts.get(file) ?? '')).map(short)
  expect(bare.sort()).toEqual(listed(unguarded))
})

test('every field is in a form or is listed with a reason', () => {
  const fields = /<(TextField|TextArea|SelectField|CheckboxField|RadioGroup|FileField|input|textarea|select)\b/
  const alone = files.filter((file) => fields.test(texts.get(file) ?? '') && !isInForm(file)).map(short)
  expect(alone.sort()).toEqual(listed(fieldsAlone))
})

test('portal and back office use the same unsaved-changes guard', () => {
  const layouts = ['src/app/web/layouts/portal-layout.tsx', 'src/app/web/layouts/require-administrator.tsx']
  for (const layout of layouts) expect(texts.get(layout)).toContain('<LeaveGuard />')
  const blockers = globSync('src/**/*.{ts,tsx}').filter((file) => /\buseBlocker\(/.test(readFileSync(file, 'utf8')))
  expect(blockers).toEqual(['src/platform/web/ui/leave-guard.tsx'])
})

/** A form, a list filter, a component with fields for a form, or one used only within forms. */
function isInForm(file: string): boolean {
  const text = texts.get(file) ?? ''
  if (/<(Form|form|FilterForm|EditForm|FormDialog|ReasonDialog)\b/.test(text) || componentsIn(file).some(takesFields))
    return true
  const users = files.filter((user) => componentsIn(user).includes(file))
  return users.length > 0 && users.every(isInForm)
}

/** A form that receives its fields as children. */
function takesFields(file: string): boolean {
  const text = texts.get(file) ?? ''
  return /<Form\b/.test(text) && text.includes('{children}')
}

/** The files of the components that this file imports. */
function componentsIn(file: string): string[] {
  const imports = [...(texts.get(file) ?? '').matchAll(/^import \{([^}]*)\} from '((?:\.{1,2}|#features)\/[^']+)'/gm)]
  return imports
    .filter(([, names = '']) => names.split(',').some((name) => /^[A-Z]/.test(name.trim())))
    .map(([, , path = '']) => (path.startsWith('#') ? path.replace('#', 'src/') : normalize(join(dirname(file), path))))
}
