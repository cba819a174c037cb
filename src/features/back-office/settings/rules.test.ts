import { expect, test } from 'vitest'
import { CompanySettings, type Settings, TaxSettings } from './contract.ts'
import { remainingPlaceholders, toFormValues, toSettingsRequest, toTaxRates } from './rules.ts'

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
  registrations: [
    { text: 'Registered with the Information Commissioner’s Office, ZA123456', url: 'https://ico.org.uk/ESDWebPages' },
    { text: 'Member of a chamber of commerce', url: null },
  ],
}
const tax: TaxSettings = { vatRate: 2_000, otherRate: 1_000 }

const listErrors = (changes: Partial<Record<keyof CompanySettings, unknown>>) =>
  CompanySettings.safeParse({ ...company, ...changes }).error?.issues.map(({ path, message }) => [
    path.join('.'),
    message,
  ]) ?? []

test('a VAT-registered company charges VAT at the configured rate', () => {
  expect(toTaxRates(company, { ...tax, vatRate: 2_050 }).uk).toEqual({
    taxRateBasisPoints: 2_050,
    taxLabel: 'VAT (20.5%)',
  })
})

test('a company without VAT registration charges no tax and never mentions VAT', () => {
  expect(toTaxRates({ vatNumber: null }, tax).uk).toEqual({ taxRateBasisPoints: 0, taxLabel: 'Tax (0%)' })
})

test('tax outside the United Kingdom is not called VAT', () => {
  expect(toTaxRates(company, tax).international).toEqual({ taxRateBasisPoints: 1_000, taxLabel: 'Tax' })
})

test('a placeholder stays marked until it is changed or confirmed', () => {
  const placeholders = ['legalName', 'phone', 'vatNumber']
  const after = { ...company, vatNumber: null }
  expect(remainingPlaceholders(company, after, { placeholders, confirmed: [] })).toEqual(['legalName', 'phone'])
  expect(remainingPlaceholders(company, after, { placeholders, confirmed: ['legalName'] })).toEqual(['phone'])
})

test('settings are unchanged after conversion to form values and back', () => {
  const legal = { privacy: 'One.\n\nTwo.', terms: '' }
  const settings: Settings = { version: 1, company, tax, legal, placeholders: [] }
  expect(toSettingsRequest(toFormValues(settings))).toEqual({ company, tax, legal, confirmed: [] })
  expect(toSettingsRequest({ ...toFormValues(settings), isVatRegistered: false }).company.vatNumber).toBeNull()
  expect(toSettingsRequest({ ...toFormValues(settings), vatRate: '17.5 %' }).tax.vatRate).toBe(1_750)
})

test('valid settings are accepted', () => {
  expect(listErrors({})).toEqual([])
  expect(listErrors({ vatNumber: null, companyNumber: 'SC123456', socialLinks: [] })).toEqual([])
})

test('a social link must be a plain https:// address', () => {
  for (const url of ['javascript:alert(1)', 'http://example.org', 'https://ada:key@example.org', 'https://example'])
    expect(listErrors({ socialLinks: [{ name: 'LinkedIn', url }] })).toEqual([
      ['socialLinks.0.url', 'Enter a link that starts with https://'],
    ])
})

test('a registration has words, and an https:// address if any', () => {
  const parse = (registrations: string) => {
    const settings: Settings = { version: 1, company, tax, legal: { privacy: '', terms: '' }, placeholders: [] }
    return toSettingsRequest({ ...toFormValues(settings), registrations }).company
  }
  expect(listErrors(parse('Chartered'))).toEqual([])
  for (const line of ['ICO http://ico.org.uk', 'ICO www.ico.org.uk'])
    expect(listErrors(parse(line))).toEqual([['registrations.0.url', 'Enter a link that starts with https://']])
  expect(listErrors(parse('https://ico.org.uk')).map(([path]) => path)).toEqual(['registrations.0.text'])
  expect(listErrors(parse('ICO\n'.repeat(7)))).toEqual([['registrations', 'Use up to six lines']])
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
  expect(listErrors({ [name]: value }).map(([path]) => path?.split('.')[0])).toEqual([name])
})

test('a tax rate has at most two decimals and is between 0 and 50%', () => {
  expect(TaxSettings.safeParse({ vatRate: 0, otherRate: 5_000 }).success).toBe(true)
  for (const vatRate of [-1, 5_001, 0.5, Number.NaN])
    expect(TaxSettings.safeParse({ vatRate, otherRate: 0 }).success).toBe(false)
})
