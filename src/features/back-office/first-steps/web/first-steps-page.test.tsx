import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { checkKeys } from '#features/payments/stripe/contract.ts'
import { fakeServer, granted, refused } from '#tests/support/web/fake-server.ts'
import { ada, givenMember } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { getFirstSteps } from '../contract.ts'
import * as page from './first-steps-page.tsx'

test('the page shows which steps are open and why a check failed', async () => {
  const step = { name: 'payment-keys', isDone: false, sentence: 'Live keys are set. Check that they work.' } as const
  const company = { name: 'company', isDone: true, sentence: 'All there.' } as const
  givenMember({ ...ada, role: 'administrator' })
  fakeServer(
    granted(getFirstSteps, [company, step]),
    refused(checkKeys, 'provider-unavailable'),
    granted(checkKeys, { kind: 'live' }),
    granted(getFirstSteps, [company, { ...step, isDone: true }]),
  )
  const { user } = visit('/admin/first-steps', { '/admin/first-steps': page })
  expect(await screen.findByText(/1 of 2 steps done/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Check the keys' }))
  expect((await screen.findByRole('alert')).textContent).toContain('rejected our secret key')
  await user.click(screen.getByRole('button', { name: 'Check the keys' }))
  expect(await screen.findByText('All done. You’re ready to start selling.')).toBeTruthy()
})
