import type { CompanySettings, LegalSettings, Settings, TaxSettings } from '../contract/settings.ts'

/** The settings while they are edited: fields as they are typed. */
export type TypedSettings = {
  brandName: string
  legalName: string
  isLegalNameRight: boolean
  foundedYear: string
  /** A line each. */
  address: string
  phone: string
  email: string
  companyNumber: string
  isVatRegistered: boolean
  vatNumber: string
  /** In per cent. */
  vatRate: string
  otherRate: string
  /** "name address", a line each. */
  socialLinks: string
  privacy: string
  terms: string
}

export function typedOf({ company, tax, legal }: Settings): TypedSettings {
  return {
    brandName: company.brandName,
    legalName: company.legalName,
    isLegalNameRight: false,
    foundedYear: String(company.foundedYear),
    address: company.address.join('\n'),
    phone: company.phone,
    email: company.email,
    companyNumber: company.companyNumber,
    isVatRegistered: company.vatNumber !== null,
    vatNumber: company.vatNumber ?? '',
    vatRate: String(tax.vatRate / 100),
    otherRate: String(tax.otherRate / 100),
    socialLinks: company.socialLinks.map(({ name, url }) => `${name} ${url}`).join('\n'),
    ...legal,
  }
}

type Sent = { company: CompanySettings; tax: TaxSettings; legal: LegalSettings; confirmed: 'legalName'[] }

/** What is sent. What is no number stays none: the contract has the sentence for it. */
export function sentOf(typed: TypedSettings): Sent {
  return {
    company: {
      brandName: typed.brandName,
      legalName: typed.legalName,
      foundedYear: /^\d{4}$/.test(typed.foundedYear.trim()) ? Number(typed.foundedYear) : Number.NaN,
      address: linesOf(typed.address),
      phone: typed.phone,
      email: typed.email,
      companyNumber: typed.companyNumber,
      vatNumber: typed.isVatRegistered ? typed.vatNumber : null,
      socialLinks: linesOf(typed.socialLinks).map(linkOf),
    },
    tax: {
      // Kept for who registers again; without a number it does not count.
      vatRate: basisPointsOf(typed.vatRate),
      otherRate: basisPointsOf(typed.otherRate),
    },
    legal: { privacy: typed.privacy, terms: typed.terms },
    confirmed: typed.isLegalNameRight ? ['legalName'] : [],
  }
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

/** The address stands last: a name may have several words. */
function linkOf(line: string): { name: string; url: string } {
  const words = line.split(/\s+/)
  const url = words.pop() ?? ''
  return { name: words.join(' '), url }
}

function basisPointsOf(rate: string): number {
  const plain = rate.replace('%', '').trim()
  return /^\d{1,3}([.]\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : Number.NaN
}
