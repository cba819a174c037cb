import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '#tests/support/web/fake-server.ts'
import { fieldMessages } from '#tests/support/web/field-messages.ts'
import { givenMember } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { ExchangeRateForm } from './exchange-rate-form.tsx'

test('an incomplete rate is not sent, and focus moves to the first invalid field', async () => {
  givenMember()
  const { requests } = fakeServer()
  const { user } = visit('/', { '/': () => <ExchangeRateForm current={null} /> })
  await user.type(screen.getByLabelText('US dollars per £1'), '1.31')
  await user.click(screen.getByRole('button', { name: 'Save rate' }))
  expect(fieldMessages()).toEqual([
    'Enter a date, for example 2026-11-01',
    'Say where the rate comes from, for example “HMRC monthly rate”',
  ])
  expect(document.activeElement).toBe(screen.getByLabelText('Valid from'))
  expect(requests).toEqual([])
})
