import { vatLabel } from '#features/catalogue/rules.ts'
import type { Company } from '#features/company/contract.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import type { CompanySettings, LegalSettings, Settings, saveSettings, TaxSettings } from './contract.ts'

/** A market's tax rate and label. */
type Rate = { taxRateBasisPoints: number; taxLabel: string }

/**
 * No VAT may be charged or mentioned without VAT registration. Outside the UK the tax is never called VAT (PRODUCT D1).
 */
export function toTaxRates(
  { vatNumber }: Pick<Company, 'vatNumber'>,
  { vatRate, otherRate }: TaxSettings,
): { uk: Rate; international: Rate } {
  const ukRate = vatNumber === null ? 0 : vatRate
  return {
    uk: { taxRateBasisPoints: ukRate, taxLabel: vatNumber === null ? 'Tax (0%)' : vatLabel(ukRate) },
    international: { taxRateBasisPoints: otherRate, taxLabel: 'Tax' },
  }
}

/** Keeps a placeholder until its value changes or the owner confirms it. */
export function remainingPlaceholders(
  before: Company,
  after: Company,
  { placeholders, confirmed }: { placeholders: string[]; confirmed: string[] },
): string[] {
  const isChanged = (name: string) =>
    JSON.stringify(before[name as keyof Company]) !== JSON.stringify(after[name as keyof Company])
  return placeholders.filter((name) => !isChanged(name) && !confirmed.includes(name))
}

/** A setting that is typed as text. */
export type SettingsText = keyof (CompanySettings & TaxSettings & LegalSettings)

/** Form state: rates as percentages, the address line by line, and one social link or registration per line, with its address last. */
export type SettingsFormValues = Record<SettingsText, string> & {
  isLegalNameConfirmed: boolean
  isVatRegistered: boolean
}

export function toFormValues({ company, tax, legal }: Settings): SettingsFormValues {
  return {
    ...company,
    isLegalNameConfirmed: false,
    foundedYear: String(company.foundedYear),
    address: company.address.join('\n'),
    isVatRegistered: company.vatNumber !== null,
    vatNumber: company.vatNumber ?? '',
    vatRate: String(tax.vatRate / 100),
    otherRate: String(tax.otherRate / 100),
    socialLinks: company.socialLinks.map(({ name, url }) => `${name} ${url}`).join('\n'),
    registrations: company.registrations.map(({ text, url }) => (url ? `${text} ${url}` : text)).join('\n'),
    ...legal,
  }
}

type SettingsRequest = Omit<BodyOf<typeof saveSettings>, 'version'>

/** Builds the request. Text that is not a number becomes NaN, so the schema reports its own error. */
export function toSettingsRequest(values: SettingsFormValues): SettingsRequest {
  const { brandName, legalName, phone, email, companyNumber, privacy, terms } = values
  return {
    company: {
      brandName,
      legalName,
      phone,
      email,
      companyNumber,
      foundedYear: /^\d{4}$/.test(values.foundedYear.trim()) ? Number(values.foundedYear) : Number.NaN,
      address: splitLines(values.address),
      vatNumber: values.isVatRegistered ? values.vatNumber : null,
      socialLinks: splitLines(values.socialLinks).map(parseSocialLink),
      registrations: splitLines(values.registrations).map(parseRegistration),
    },
    tax: {
      // Sent even without VAT registration, but `toTaxRates` then uses 0.
      vatRate: parseBasisPoints(values.vatRate),
      otherRate: parseBasisPoints(values.otherRate),
    },
    legal: { privacy, terms },
    confirmed: values.isLegalNameConfirmed ? ['legalName'] : [],
  }
}

function splitLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

/** Takes the last word as the address, because a name may contain spaces. */
function parseSocialLink(line: string): { name: string; url: string } {
  const words = line.split(/\s+/)
  const url = words.pop() ?? ''
  return { name: words.join(' '), url }
}

/** An address that is not https:// is taken for one too, so that the schema reports it. */
function parseRegistration(line: string): { text: string; url: string | null } {
  const { name, url } = parseSocialLink(line)
  return /^(https?:|www\.)/i.test(url) ? { text: name, url } : { text: line, url: null }
}

function parseBasisPoints(rate: string): number {
  const plain = rate.replace('%', '').trim()
  return /^\d{1,3}([.]\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : Number.NaN
}
