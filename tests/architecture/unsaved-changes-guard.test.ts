import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const files = globSync(['src/features/**/web/**/*.tsx', 'src/app/web/**/*.tsx']).filter(
  (file) => !file.includes('.test.'),
)
const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))

/** Forms that don't ask before unsaved changes are lost, and why. */
const unguarded: Record<string, string[]> = {
  'it filters a list': ['purchases/documents/web/tax-totals-panel.tsx'],
  'the tab keeps the input': [
    'bookings/booking/web/booking-form.tsx',
    'payments/checkout/web/discount-code-section.tsx',
    'payments/checkout/web/payment-form.tsx',
  ],
  'the fields are the provider’s': [
    'payments/cards/web/add-card-page.tsx',
    'payments/subscriptions/web/card-update-page.tsx',
  ],
  'it is for login, or on a public page': [
    'accounts/passwords/web/forgot-password-page.tsx',
    'accounts/login/web/login-page.tsx',
    'accounts/registration/web/register-page.tsx',
    'accounts/passwords/web/reset-password-page.tsx',
    'accounts/login/web/second-factor-form.tsx',
    'contact/form/web/message-form.tsx',
    'contact/declarations/web/declaration-form.tsx',
  ],
}

/** Fields outside a form, and why. */
const fieldsAlone: Record<string, string[]> = {
  'it filters the page, and the address keeps the choice': [
    'bookings/booking/web/consultant-section.tsx',
    'bookings/booking/web/new-booking-page.tsx',
    'deliverables/admin/web/admin-deliverables-page.tsx',
    'emails/web/email-previews-page.tsx',
    'marketing/video/web/video-controls.tsx',
  ],
  'it takes effect immediately': ['bookings/files/web/booking-files-panel.tsx'],
  'nothing is typed: a text to copy': ['bookings/calendar-feed/web/calendar-feed-panel.tsx'],
  'it is part of the checkout, which keeps the input': [
    'accounts/registration/web/account-section.tsx',
    'accounts/passwords/web/new-password-fields.tsx',
    'payments/checkout/web/payment-method-form.tsx',
    'payments/stripe/web/keep-card-field.tsx',
    'payments/stripe/web/split-card-form.tsx',
    'payments/checkout/web/upgrade-offer-panel.tsx',
  ],
}

const listedFiles = (lists: Record<string, string[]>) => Object.values(lists).flat().sort()
const toShortPath = (file: string) => file.replace('src/features/', '')

test('every form asks before unsaved changes are lost, or is listed with a reason', () => {
  const forms = files.filter((file) => /<form\b/.test(texts.get(file) ?? '')).map(toShortPath)
  expect(forms.sort()).toEqual(listedFiles(unguarded))
})

test('every field is in a form or is listed with a reason', () => {
  const fields = /<(TextField|TextArea|SelectField|CheckboxField|RadioGroup|FileField|input|textarea|select)\b/
  const loose = files.filter((file) => fields.test(texts.get(file) ?? '') && !isInForm(file)).map(toShortPath)
  expect(loose.sort()).toEqual(listedFiles(fieldsAlone))
})

test('the portal and the back office use the same unsaved-changes guard', () => {
  const layouts = ['src/app/web/layouts/portal-layout.tsx', 'src/app/web/layouts/require-administrator.tsx']
  for (const layout of layouts) expect(texts.get(layout)).toContain('<UnsavedChangesGuard />')
  const blockers = globSync('src/**/*.{ts,tsx}').filter((file) => /\buseBlocker\(/.test(readFileSync(file, 'utf8')))
  expect(blockers).toEqual(['src/platform/web/ui/unsaved-changes-guard.tsx'])
})

/** Whether the file is a form, a list filter, a component with fields for a form, or used only within forms. */
function isInForm(file: string): boolean {
  const text = texts.get(file) ?? ''
  if (
    /<(Form|form|FilterForm|EditForm|FormDialog|ReasonDialog)\b/.test(text) ||
    importedComponents(file).some(takesFields)
  )
    return true
  const importers = files.filter((user) => importedComponents(user).includes(file))
  return importers.length > 0 && importers.every(isInForm)
}

/** Whether the file is a form that receives its fields as children. */
function takesFields(file: string): boolean {
  const text = texts.get(file) ?? ''
  return /<form\b/i.test(text) && text.includes('{children}')
}

/** The files that define the components imported by this file. */
function importedComponents(file: string): string[] {
  const imports = [...(texts.get(file) ?? '').matchAll(/^import \{([^}]*)\} from '((?:\.{1,2}|#features)\/[^']+)'/gm)]
  return imports
    .filter(([, names = '']) => names.split(',').some((name) => /^[A-Z]/.test(name.trim())))
    .map(([, , path = '']) => (path.startsWith('#') ? path.replace('#', 'src/') : normalize(join(dirname(file), path))))
}
