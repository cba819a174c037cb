import { expect, test } from 'vitest'
import { CompanySettings, type Settings, TaxSettings } from '../contract/settings.ts'
import { ratesOf, remainingPlaceholders } from './settings.ts'
import { sentOf, typedOf } from './typed-settings.ts'

const company: CompanySettings = {
  brandName: 'FutureWorld Consultancy',
  legalName: 'FutureWorld Consultancy Ltd',
  foundedYear: 2020,
  address: ['1 Example Street', 'London'],
  phone: '+44 20 7946 0123',
  email: 'hello@futureworld.example',
  companyNumber: '01234567',
  vatNumber: 'GB 123 4567 89',
  socialLinks: [{ name: 'LinkedIn', url: 'https://www.linkedin.com/company/futureworld' }],
}
const tax: TaxSettings = { vatRate: 2_000, otherRate: 1_000 }

const faultsOf = (changes: Partial<Record<keyof CompanySettings, unknown>>) =>
  CompanySettings.safeParse({ ...company, ...changes }).error?.issues.map(({ path, message }) => [
    path.join('.'),
    message,
  ]) ?? []

test('whoever is registered charges VAT at the rate of the settings', () => {
  expect(ratesOf(company, { ...tax, vatRate: 2_050 }).uk).toEqual({
    taxRateBasisPoints: 2_050,
    taxLabel: 'VAT (20.5%)',
  })
})

test('whoever is not registered charges nothing, and nothing speaks of VAT', () => {
  expect(ratesOf({ vatNumber: null }, tax).uk).toEqual({ taxRateBasisPoints: 0, taxLabel: 'Tax (0%)' })
})

test('outside the United Kingdom the tax is never called VAT', () => {
  expect(ratesOf(company, tax).international).toEqual({ taxRateBasisPoints: 1_000, taxLabel: 'Tax' })
})

test('an example stays marked until it is changed, or somebody says that it is right', () => {
  const placeholders = ['legalName', 'phone', 'vatNumber']
  const after = { ...company, vatNumber: null }
  expect(remainingPlaceholders(company, after, { placeholders, confirmed: [] })).toEqual(['legalName', 'phone'])
  expect(remainingPlaceholders(company, after, { placeholders, confirmed: ['legalName'] })).toEqual(['phone'])
})

test('what is shown in the fields and sent again is the same', () => {
  const legal = { privacy: 'One.\n\nTwo.', terms: '' }
  const settings: Settings = { version: 1, company, tax, legal, placeholders: [] }
  expect(sentOf(typedOf(settings))).toEqual({ company, tax, legal, confirmed: [] })
  expect(sentOf({ ...typedOf(settings), isVatRegistered: false }).company.vatNumber).toBeNull()
  expect(sentOf({ ...typedOf(settings), vatRate: '17.5 %' }).tax.vatRate).toBe(1_750)
})

test('settings that are right can be saved', () => {
  expect(faultsOf({})).toEqual([])
  expect(faultsOf({ vatNumber: null, companyNumber: 'SC123456', socialLinks: [] })).toEqual([])
})

test('an address of a social network leads to a website and nowhere else', () => {
  for (const url of ['javascript:alert(1)', 'http://example.org', 'https://ada:key@example.org', 'https://example'])
    expect(faultsOf({ socialLinks: [{ name: 'LinkedIn', url }] })).toEqual([
      ['socialLinks.0.url', 'Please enter an address that begins with https://'],
    ])
})

test.each([
  ['brandName', 'Future\nBcc: everybody@example.org'],
  ['legalName', 'Future\u202EWorld'],
  ['phone', 'call us'],
  ['email', 'hello'],
  ['companyNumber', '123'],
  ['vatNumber', '12'],
  ['address', ['London']],
  ['foundedYear', 20.5],
])('%s cannot be %j', (name, value) => {
  expect(faultsOf({ [name]: value }).map(([place]) => place?.split('.')[0])).toEqual([name])
})

test('a rate has at most two decimals and is between nothing and half', () => {
  expect(TaxSettings.safeParse({ vatRate: 0, otherRate: 5_000 }).success).toBe(true)
  for (const vatRate of [-1, 5_001, 0.5, Number.NaN])
    expect(TaxSettings.safeParse({ vatRate, otherRate: 0 }).success).toBe(false)
})
