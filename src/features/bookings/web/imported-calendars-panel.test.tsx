// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type FakeAnswer, fakeServer, granted, refused } from '../../../../tests/web/fake-server.ts'
import { visit } from '../../../../tests/web/visit.tsx'
import { addCalendar, type ImportedCalendar, listCalendars, removeCalendar } from '../contract/imported-calendar.ts'
import { ImportedCalendarsPanel } from './imported-calendars-panel.tsx'

const id = '0196b3a0-0000-7000-8000-000000000001'
const calendar: ImportedCalendar = {
  id,
  name: 'calendar.example.org … mine.ics',
  readAt: new Date(Date.now() - 300_000).toISOString(),
  problem: null,
  busyTimes: 12,
}
const listOf = (...calendars: ImportedCalendar[]) => granted(listCalendars, calendars)

function open(...answers: FakeAnswer[]) {
  const { requests } = fakeServer(...answers)
  return { requests, ...visit('/', { '/': ImportedCalendarsPanel }) }
}

test('each calendar says when it was read and how many busy times it has', async () => {
  open(listOf(calendar))
  expect(await screen.findByText('12 busy times in the coming year. Read 5 minutes ago.')).toBeTruthy()
  expect(screen.getByText('Read')).toBeTruthy()
})

test('what went wrong is said in words', async () => {
  open(listOf({ ...calendar, problem: 'The calendar is larger than 5 MB.' }))
  expect((await screen.findByRole('alert')).textContent).toContain('The calendar is larger than 5 MB.')
  expect(screen.getByText('Needs a look')).toBeTruthy()
})

test('a calendar is added, and seen as read as soon as it is', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const waiting = { ...calendar, readAt: null, busyTimes: 0 }
  const { user, requests } = open(listOf(), granted(addCalendar, waiting), listOf(waiting), listOf(calendar))
  await user.type(await screen.findByLabelText('Address of a calendar (ICS)'), 'webcal://calendar.example.org/mine.ics')
  await user.click(screen.getByRole('button', { name: 'Add calendar' }))
  expect(await screen.findByText('We are reading it for the first time.')).toBeTruthy()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await screen.findByText(/12 busy times/)).toBeTruthy()
  expect(requests[1]?.body).toEqual({ url: 'webcal://calendar.example.org/mine.ics' })
  vi.useRealTimers()
})

test.each([
  ['http://calendar.example.org/mine.ics', /Over http:\/\/ others could read your calendar/],
  ['', /Please enter the address of your calendar/],
])('the address “%s” is refused beside its field, and nothing is sent', async (address, sentence) => {
  const { user, requests } = open(listOf())
  const field = await screen.findByLabelText('Address of a calendar (ICS)')
  if (address) await user.type(field, address)
  await user.click(screen.getByRole('button', { name: 'Add calendar' }))
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(requests).toHaveLength(1)
})

test('a refusal is read where the button was pressed', async () => {
  const { user } = open(listOf(calendar), refused(addCalendar, 'calendar-known'))
  await user.type(await screen.findByLabelText('Address of a calendar (ICS)'), 'https://calendar.example.org/mine.ics')
  await user.click(screen.getByRole('button', { name: 'Add calendar' }))
  expect((await screen.findByRole('alert')).textContent).toBe('This calendar is in the list already.')
})

test('a calendar is removed, and the keyboard stays in the list', async () => {
  const { user, requests } = open(listOf(calendar), granted(removeCalendar, null), listOf())
  await user.click(await screen.findByRole('button', { name: `Remove ${calendar.name}` }))
  const empty = await screen.findByText('No calendar is added yet.')
  expect(requests[1]).toMatchObject({ method: 'DELETE', address: `/api/consultant/calendars/${id}` })
  await expect.poll(() => document.activeElement?.contains(empty)).toBe(true)
})

test('whoever has five calendars is not asked for a sixth', async () => {
  open(listOf(...[1, 2, 3, 4, 5].map((index) => ({ ...calendar, id: `${id.slice(0, -1)}${index}` }))))
  expect(await screen.findByText(/You have added 5 calendars/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add calendar' })).toBeNull()
})
