import { z } from 'zod'
import { Company, LegalNotes } from '#features/company/contract.ts'
import { EmailAddress } from '#platform/shared/email-address.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { confirmationNeeded } from '#platform/shared/step-up.ts'
import { text } from '#platform/shared/text.ts'

/** One line of an email header or document. */
const line = (required: string, max: number) =>
  text({ required, max }).refine(isOneLine, 'Please write it in one line, without invisible characters')

const SocialLink = z.strictObject({
  name: line('Please enter a name, such as LinkedIn', 40),
  url: line('Please enter the address', 300).refine(isWebAddress, 'Please enter an address that begins with https://'),
})

const Rate = z
  .number('Please enter a rate')
  .int('At most two decimals')
  .min(0, 'A rate is not below 0')
  .max(5_000, 'A rate is at most 50 %')

export const CompanySettings = z.strictObject({
  brandName: line('Please enter the name', 80),
  legalName: line('Please enter the name in law', 120),
  foundedYear: z
    .number('Please enter a year')
    .int('Please enter a year')
    .min(1900, 'From 1900 on')
    .max(2100, 'Until 2100'),
  /** Registered office, one line per entry. */
  address: z
    .array(line('Please enter a line', 80))
    .min(2, 'Please enter the whole address')
    .max(7, 'At most seven lines'),
  phone: line('Please enter a telephone number', 30).refine(
    (phone) => /^\+?[0-9 ()-]{6,}$/.test(phone),
    'Please enter a telephone number, such as +44 20 7946 0123',
  ),
  /** Shown in emails. Replies and contact messages go there. */
  email: EmailAddress,
  companyNumber: line('Please enter the company number', 20).refine(
    (number) => /^[A-Za-z0-9]{2}[0-9]{6}$/.test(number),
    'A company number has eight figures, or two letters and six figures',
  ),
  /** Null if the company is not VAT registered. */
  vatNumber: line('Please enter the VAT number, or choose that you are not registered', 20)
    .refine((number) => /^[A-Za-z]{2}[0-9A-Za-z ]{5,15}$/.test(number), 'A VAT number is like GB 123 4567 89')
    .nullable(),
  socialLinks: z.array(SocialLink).max(8, 'At most eight'),
})
export type CompanySettings = z.infer<typeof CompanySettings>

/** Rates in basis points: 2,000 is 20 %. */
export const TaxSettings = z.strictObject({
  /** UK rate. It does not apply if the company has no VAT number. */
  vatRate: Rate,
  /** Rate outside the UK. It is never called VAT. */
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
  /** Names of settings that still hold a placeholder. */
  placeholders: z.array(z.string()),
})
export type Settings = z.infer<typeof Settings>

export const getSettings = endpoint('GET /api/admin/settings', {
  summary: 'What the site says of its company, the rates of tax, and what of it still is an example',
  access: 'administrator',
  response: Settings,
})

export const saveSettings = endpoint('PUT /api/admin/settings', {
  summary: 'Replaces the settings; papers that were issued, and what was sold, keep theirs',
  access: 'administrator',
  body: z.strictObject({
    /** Version the form loaded, to detect concurrent changes. */
    version: z.int().min(1).max(2_147_483_646),
    company: CompanySettings,
    tax: TaxSettings,
    legal: LegalSettings,
    /** Placeholders the owner confirms as correct. Only the legal name can happen to be right. */
    confirmed: z.array(z.enum(['legalName'])).max(1),
  }),
  response: Settings,
  message: 'Saved. Pages, letters and new papers show it from now on.',
  refusals: {
    ...confirmationNeeded,
    'edited-elsewhere':
      'Somebody else has changed the settings meanwhile. What you have typed is still here: open the settings in another window to see what is new, and load this page again to change that.',
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
