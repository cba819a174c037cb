import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createCalendarFeed, getCalendarFeed, revokeCalendarFeed } from '#features/accounts/calendar-feed/contract.ts'
import { settle, stopClock } from '#tests/support/web/clock.ts'
import { type FakeAnswer, fakeServer, granted } from '#tests/support/web/fake-server.ts'
import { givenMember } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { CalendarFeedPanel } from './calendar-feed-panel.tsx'

const createdAt = '2026-03-02T10:00:00.000Z'
const url = 'https://example.org/calendar/secret.ics'

test('a new address is shown only once, and the message is focused', async () => {
  const { user } = await openPanel(granted(getCalendarFeed, null), granted(createCalendarFeed, { url, createdAt }))
  await user.click(screen.getByRole('button', { name: 'Get calendar link' }))
  await settle()
  expect(screen.getByLabelText('Private link')).toHaveProperty('value', url)
  expect(screen.getByText(/we won’t show it again/)).toBeTruthy()
  expect(document.activeElement?.textContent).toContain('Your calendar link')
})

test('opening the page does not move the focus', async () => {
  await openPanel(granted(getCalendarFeed, null))
  expect(screen.getByRole('button', { name: 'Get calendar link' })).toBeTruthy()
  expect(document.activeElement).toBe(document.body)
})

test('an existing address is hidden and can be replaced or revoked', async () => {
  const { user, requests } = await openPanel(
    granted(getCalendarFeed, { createdAt }),
    granted(createCalendarFeed, { url, createdAt }),
    granted(revokeCalendarFeed, null),
  )
  expect(screen.getByText(/You created a link on 2 March 2026/)).toBeTruthy()
  expect(screen.queryByLabelText('Private link')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Create a new link' }))
  await settle()
  expect(screen.getByLabelText('Private link')).toHaveProperty('value', url)
  await user.click(screen.getByRole('button', { name: 'Turn off the link' }))
  await settle()
  expect(requests.map(({ method }) => method)).toEqual(['GET', 'POST', 'DELETE'])
  expect(screen.queryByLabelText('Private link')).toBeNull()
  expect(screen.getByRole('button', { name: 'Get calendar link' })).toBeTruthy()
  expect(document.activeElement?.textContent).toContain('Get calendar link')
})

test('if a request fails, the panel stays and shows the reason', async () => {
  const sentence = 'Too many attempts. Try again in 50 minutes.'
  const { user } = await openPanel(granted(getCalendarFeed, { createdAt }), {
    status: 429,
    code: 'too-many-attempts',
    message: sentence,
  })
  await user.click(screen.getByRole('button', { name: 'Create a new link' }))
  await settle()
  expect(screen.getByRole('alert').textContent).toBe(sentence)
  expect(screen.getByText(/You created a link/)).toBeTruthy()
  await openPanel('unreachable')
  expect(screen.getByRole('alert').textContent).toContain('We couldn’t reach the server.')
})

async function openPanel(...answers: FakeAnswer[]) {
  stopClock(createdAt)
  givenMember()
  const { requests } = fakeServer(...answers)
  const visited = visit('/portal/bookings', { '/portal/bookings': CalendarFeedPanel })
  await settle()
  return { ...visited, requests }
}
