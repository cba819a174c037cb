import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { enterExchangeRate, getExchangeRate } from '#features/purchases/exchange-rates/contract.ts'
import { type FakeAnswer, fakeServer, granted, refused } from '#tests/support/web/fake-server.ts'
import { givenMember } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { getSettings, type Settings, saveSettings } from '../contract.ts'
import * as page from './settings-page.tsx'

const settings: Settings = {
  version: 3,
  company: {
    brandName: 'FutureWorld Consultancy',
    legalName: 'FutureWorld Consultancy Ltd',
    foundedYear: 2020,
    address: ['1 Example Street', 'London'],
    phone: '+44 20 7946 0123',
    email: 'hello@futureworld.example',
    companyNumber: '01234567',
    vatNumber: 'GB 000 0000 00',
    socialLinks: [],
    registrations: [],
  },
  tax: { vatRate: 2_000, otherRate: 1_000 },
  legal: { privacy: '', terms: 'We belong to a body.' },
  placeholders: ['legalName', 'phone'],
}

async function open(...answers: FakeAnswer[]) {
  givenMember()
  const remainingAnswers = [...answers]
  const { requests } = fakeServer(({ address, method }) => {
    if (method !== 'GET') return remainingAnswers.shift() ?? 'unreachable'
    return address === '/api/admin/exchange-rates/current'
      ? granted(getExchangeRate, null)
      : granted(getSettings, settings)
  })
  const { user } = visit('/admin/settings', { '/admin/settings': page })
  await screen.findByRole('heading', { level: 1 })
  return { user, listSent: () => requests.filter(({ method }) => method !== 'GET') }
}

test('placeholders are marked until they are changed or confirmed', async () => {
  const { user, listSent } = await open(granted(saveSettings, { ...settings, version: 4, placeholders: [] }))
  expect(screen.getAllByText('Still a placeholder.')).toHaveLength(2)
  await user.click(screen.getByLabelText('This registered company name is correct'))
  await user.clear(screen.getByLabelText('Phone number'))
  await user.type(screen.getByLabelText('Phone number'), '+44 20 7946 0999')
  await user.type(screen.getByLabelText('Social media links'), 'Our page https://example.org/us')
  await user.type(screen.getByLabelText('Registrations and memberships'), 'Known to the ICO, ZA123456')
  await user.type(screen.getByLabelText('Extra text for the Privacy Policy'), 'The ICO knows us.')
  await user.click(screen.getByRole('button', { name: 'Save settings' }))
  expect(await screen.findByText(/^Saved[.]/)).toBeTruthy()
  expect(screen.queryByText('Still a placeholder.')).toBeNull()
  expect(listSent()[0]?.body).toMatchObject({
    version: 3,
    company: {
      phone: '+44 20 7946 0999',
      socialLinks: [{ name: 'Our page', url: 'https://example.org/us' }],
      registrations: [{ text: 'Known to the ICO, ZA123456', url: null }],
    },
    legal: { privacy: 'The ICO knows us.', terms: 'We belong to a body.' },
    confirmed: ['legalName'],
  })
})

test('the VAT number field is hidden for a company without VAT registration', async () => {
  const { user, listSent } = await open(granted(saveSettings, settings))
  await user.click(screen.getByLabelText(/^No, not VAT registered/))
  expect(screen.queryByLabelText('VAT number')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save settings' }))
  await screen.findByText(/^Saved[.]/)
  expect(listSent()[0]?.body).toMatchObject({ company: { vatNumber: null } })
})

test('an invalid value shows an error next to its field, and nothing is sent', async () => {
  const { user, listSent } = await open()
  await user.type(screen.getByLabelText('Social media links'), 'LinkedIn www.linkedin.com')
  await user.clear(screen.getByLabelText('VAT rate (%)'))
  await user.click(screen.getByRole('button', { name: 'Save settings' }))
  expect(await screen.findByText('Enter a link that starts with https://')).toBeTruthy()
  expect(screen.getByText('Enter a rate')).toBeTruthy()
  expect(listSent()).toEqual([])
})

test('if the settings have been changed concurrently, an error is shown and the input is kept', async () => {
  const { user } = await open(refused(saveSettings, 'edited-elsewhere'))
  await user.type(screen.getByLabelText('Brand name'), '!')
  await user.click(screen.getByRole('button', { name: 'Save settings' }))
  expect(await screen.findByText(/^Someone else has changed the settings since/)).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Brand name').value).toBe('FutureWorld Consultancy!')
})

test('an exchange rate is saved separately from the settings', async () => {
  const { user, listSent } = await open(granted(enterExchangeRate, null))
  await user.type(screen.getByLabelText('US dollars per £1'), '1.31')
  await user.type(screen.getByLabelText('Valid from'), '2026-11-01')
  await user.type(screen.getByLabelText('Source'), 'HMRC monthly rate')
  await user.click(screen.getByRole('button', { name: 'Save rate' }))
  await vi.waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Valid from').value).toBe(''))
  expect(listSent()[0]?.body).toEqual({
    currency: 'USD',
    unitsPerPound: '1.31',
    validFrom: '2026-11-01',
    source: 'HMRC monthly rate',
  })
})
