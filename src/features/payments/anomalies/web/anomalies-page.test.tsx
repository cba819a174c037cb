import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { allowDialogs } from '#tests/support/web/dialogs.ts'
import { fakeServer, granted } from '#tests/support/web/fake-server.ts'
import { ada, givenMember } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { type Anomaly, listAnomalies, resolveAnomaly } from '../contract.ts'
import * as page from './anomalies-page.tsx'

const anomaly: Anomaly = {
  id: '0196b3a0-0000-7000-8000-0000000000aa',
  kind: 'payment-unknown',
  sentence: 'The payment provider took money for a purchase we have no record of.',
  subject: 'pi_1',
  purchaseId: null,
  foundAt: '2026-11-22T12:00:00.000Z',
  resolution: null,
}

test('closing a case requires a reason and removes it from the open cases', async () => {
  givenMember({ ...ada, role: 'administrator' })
  allowDialogs()
  const { requests } = fakeServer(
    granted(listAnomalies, { items: [anomaly], nextCursor: null }),
    granted(resolveAnomaly, anomaly),
    granted(listAnomalies, { items: [], nextCursor: null }),
  )
  const { user } = visit('/admin/anomalies', { '/admin/anomalies': page as never })
  await user.click(await screen.findByRole('button', { name: 'Close this case: pi_1' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Close this case' }))
  await user.click(dialog.getByRole('button', { name: 'Close case' }))
  expect(dialog.getByText('Say what you found or did')).toBeTruthy()
  await user.type(dialog.getByLabelText('What you found or did'), 'Refunded at the provider')
  await user.click(dialog.getByRole('button', { name: 'Close case' }))
  expect(await screen.findByText('Everything matches. There’s nothing to check.')).toBeTruthy()
  expect(requests[1]).toMatchObject({ method: 'POST', body: { reason: 'Refunded at the provider' } })
})
