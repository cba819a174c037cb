import { z } from 'zod'
import { Company, LegalNotes } from '#features/company/contract.ts'
import { EmailAddress } from '#platform/shared/email-address.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { confirmationNeeded } from '#platform/shared/step-up.ts'
import { text } from '#platform/shared/text.ts'

/** One line of an email header or document. */
const line = (required: string, max: number) =>
  text({ required, max }).refine(isOneLine, 'Use a single line, without invisible characters')

const SocialLink = z.strictObject({
  name: line('Enter a name, for example LinkedIn', 40),
  url: line('Enter the link', 300).refine(isWebAddress, 'Enter a link that starts with https://'),
})

const Registration = z.strictObject({
  text: line('Enter the registration or membership before its link', 160),
  url: line('Enter the link', 300).refine(isWebAddress, 'Enter a link that starts with https://').nullable(),
})

const Rate = z
  .number('Enter a rate')
  .int('Use up to two decimal places')
  .min(0, 'The rate can’t be below 0%')
  .max(5_000, 'The rate can’t be above 50%')

export const CompanySettings = z.strictObject({
  brandName: line('Enter the brand name', 80),
  legalName: line('Enter the registered company name', 120),
  foundedYear: z
    .number('Enter a year')
    .int('Enter a year')
    .min(1900, 'Enter 1900 or a later year')
    .max(2100, 'Enter 2100 or an earlier year'),
  /** Registered office, one line per entry. */
  address: z.array(line('Enter an address line', 80)).min(2, 'Enter the full address').max(7, 'Use up to seven lines'),
  phone: line('Enter a phone number', 30).refine(
    (phone) => /^\+?[0-9 ()-]{6,}$/.test(phone),
    'Enter a phone number, for example +44 20 7946 0123',
  ),
  /** Shown in emails. Replies and contact messages go there. */
  email: EmailAddress,
  companyNumber: line('Enter the company number', 20).refine(
    (number) => /^[A-Za-z0-9]{2}[0-9]{6}$/.test(number),
    'A company number has eight digits, or two letters and six digits',
  ),
  /** Null if the company is not VAT registered. */
  vatNumber: line('Enter the VAT number, or choose “No, not VAT registered”', 20)
    .refine((number) => /^[A-Za-z]{2}[0-9A-Za-z ]{5,15}$/.test(number), 'A VAT number looks like GB 123 4567 89')
    .nullable(),
  socialLinks: z.array(SocialLink).max(8, 'Add up to eight links'),
  registrations: z.array(Registration).max(6, 'Use up to six lines'),
})
export type CompanySettings = z.infer<typeof CompanySettings>

/** Rates in basis points: 2,000 is 20%. */
export const TaxSettings = z.strictObject({
  /** The UK rate. It does not apply if the company has no VAT number. */
  vatRate: Rate,
  /** The rate outside the UK, where the tax is never called VAT. */
  otherRate: Rate,
})
export type TaxSettings = z.infer<typeof TaxSettings>

/** An empty line separates paragraphs. */
const note = text({ max: 5_000 })

/** Text that the company adds to its legal pages. */
export const LegalSettings = z.strictObject({ privacy: note, terms: note })
export type LegalSettings = z.infer<typeof LegalSettings>

export const Settings = z.object({
  version: z.int(),
  /** Less strict than `CompanySettings`, because placeholders need not be valid input. */
  company: Company,
  tax: z.object({ vatRate: z.int(), otherRate: z.int() }),
  legal: LegalNotes,
  /** Names of the settings that still hold a placeholder. */
  placeholders: z.array(z.string()),
})
export type Settings = z.infer<typeof Settings>

export const getSettings = endpoint('GET /api/admin/settings', {
  summary: 'Get the company details, tax rates and legal additions, and which of them are placeholders',
  access: 'administrator',
  response: Settings,
})

export const saveSettings = endpoint('PUT /api/admin/settings', {
  summary: 'Replace the settings, without affecting issued documents or packages already sold',
  access: 'administrator',
  body: z.strictObject({
    /** The version that the form loaded, used to detect concurrent changes. */
    version: z.int().min(1).max(2_147_483_646),
    company: CompanySettings,
    tax: TaxSettings,
    legal: LegalSettings,
    /**
     * Placeholders that the owner confirms as correct. Only the placeholder for the legal name can happen to be right.
     */
    confirmed: z.array(z.enum(['legalName'])).max(1),
  }),
  response: Settings,
  message: 'Saved. Pages, emails and new documents will now use these settings.',
  refusals: {
    ...confirmationNeeded,
    'edited-elsewhere':
      'Someone else has changed the settings since you opened this page. What you’ve typed is still here. Open the settings in another window to see their changes, then reload this page to edit the new version.',
  },
})

function isOneLine(value: string): boolean {
  return !/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(value)
}

function isWebAddress(value: string): boolean {
  if (!value.startsWith('https://') || !URL.canParse(value) || /\s/.test(value)) return false
  const { username, password, hostname } = new URL(value)
  return username === '' && password === '' && hostname.includes('.')
}
