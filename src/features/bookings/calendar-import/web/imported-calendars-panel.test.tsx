import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type FakeAnswer, fakeServer, granted, refused } from '#tests/support/web/fake-server.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { addCalendar, deleteCalendar, type ImportedCalendar, listCalendars } from '../contract.ts'
import { ImportedCalendarsPanel } from './imported-calendars-panel.tsx'

const id = '0196b3a0-0000-7000-8000-000000000001'
const calendar: ImportedCalendar = {
  id,
  name: 'calendar.example.org … mine.ics',
  readAt: new Date(Date.now() - 300_000).toISOString(),
  problem: null,
  busyTimes: 12,
}
const listAnswer = (...calendars: ImportedCalendar[]) => granted(listCalendars, calendars)

function openPanel(...answers: FakeAnswer[]) {
  const { requests } = fakeServer(...answers)
  return { requests, ...visit('/', { '/': ImportedCalendarsPanel }) }
}

test('each calendar shows its import time and number of busy times', async () => {
  openPanel(listAnswer(calendar))
  expect(await screen.findByText('12 busy times in the coming year. Last read 5 minutes ago.')).toBeTruthy()
  expect(screen.getByText('Up to date')).toBeTruthy()
})

test('an import problem is shown as an alert', async () => {
  openPanel(listAnswer({ ...calendar, problem: 'The calendar is larger than 5 MB.' }))
  expect((await screen.findByRole('alert')).textContent).toContain('The calendar is larger than 5 MB.')
  expect(screen.getByText('Problem')).toBeTruthy()
})

test('a new calendar is shown as being read, and then with its busy times', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const pendingCalendar = { ...calendar, readAt: null, busyTimes: 0 }
  const { user, requests } = openPanel(
    listAnswer(),
    granted(addCalendar, pendingCalendar),
    listAnswer(pendingCalendar),
    listAnswer(calendar),
  )
  await user.type(await screen.findByLabelText('Calendar address (ICS)'), 'webcal://calendar.example.org/mine.ics')
  await user.click(screen.getByRole('button', { name: 'Add calendar' }))
  expect(await screen.findByText('We’re reading this calendar for the first time.')).toBeTruthy()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await screen.findByText(/12 busy times/)).toBeTruthy()
  expect(requests[1]?.body).toEqual({ url: 'webcal://calendar.example.org/mine.ics' })
  vi.useRealTimers()
})

test('an invalid address shows an error next to its field, and nothing is sent', async () => {
  const { user, requests } = openPanel(listAnswer())
  await user.click(await screen.findByRole('button', { name: 'Add calendar' }))
  expect(await screen.findByText(/Enter your calendar’s address/)).toBeTruthy()
  expect(requests).toHaveLength(1)
})

test('if a calendar is rejected, the panel shows the reason', async () => {
  const { user } = openPanel(listAnswer(calendar), refused(addCalendar, 'calendar-already-added'))
  await user.type(await screen.findByLabelText('Calendar address (ICS)'), 'https://calendar.example.org/mine.ics')
  await user.click(screen.getByRole('button', { name: 'Add calendar' }))
  expect((await screen.findByRole('alert')).textContent).toBe('This calendar is already in the list.')
})

test('removing a calendar keeps the focus in the list', async () => {
  const { user, requests } = openPanel(listAnswer(calendar), granted(deleteCalendar, null), listAnswer())
  await user.click(await screen.findByRole('button', { name: `Remove ${calendar.name}` }))
  const empty = await screen.findByText('No calendars added yet.')
  expect(requests[1]).toMatchObject({ method: 'DELETE', address: `/api/consultant/calendars/${id}` })
  await expect.poll(() => document.activeElement?.contains(empty)).toBe(true)
})

test('once there are five calendars, the form is hidden', async () => {
  openPanel(listAnswer(...[1, 2, 3, 4, 5].map((index) => ({ ...calendar, id: `${id.slice(0, -1)}${index}` }))))
  expect(await screen.findByText(/You’ve added 5 calendars/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add calendar' })).toBeNull()
})
