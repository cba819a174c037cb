import { screen, within } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { agendaBooking } from '#tests/support/web/bookings.ts'
import { allowDialogs } from '#tests/support/web/dialogs.ts'
import { type FakeAnswer, fakeServer, granted, refused } from '#tests/support/web/fake-server.ts'
import { ada, givenMember } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { type AgendaBooking, listAgenda, markAttendance, previewSickDay, reportSickDay } from '../contract.ts'
import * as page from './agenda-page.tsx'

const toasts = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }))
vi.mock('#platform/web/ui/toasts.tsx', () => ({ notify: toasts }))

beforeAll(allowDialogs)

const path = '/portal/consultant'
const { id } = agendaBooking()

test('the agenda lists the week by day in the consultant’s time zone and says which days are empty', async () => {
  openPage(granted(listAgenda, agenda([agendaBooking()])))
  const monday = within(await screen.findByRole('region', { name: 'Monday 2 March 2026 Today' }))
  expect(monday.getByText('18:30 to 19:00')).toBeTruthy()
  expect(monday.getByRole('link', { name: 'Grace Hopper' }).getAttribute('href')).toBe(
    `/portal/consultant/bookings/${id}`,
  )
  expect(monday.getByText('Initial consultation, online')).toBeTruthy()
  expect(screen.getAllByText('Nothing booked.')).toHaveLength(6)
  expect(screen.getByText(/All times are Karachi time/)).toBeTruthy()
})

test('attendance can be recorded once a session has started, and is then shown', async () => {
  const started = agendaBooking({ canBeMarked: true })
  const held = { ...started, state: 'held' as const }
  const { user, requests } = openPage(
    granted(listAgenda, agenda([started])),
    granted(markAttendance, held),
    granted(listAgenda, agenda([held])),
  )
  await user.click(await screen.findByRole('button', { name: 'Mark as completed with Grace Hopper' }))
  expect(await screen.findByText('Completed')).toBeTruthy()
  expect(requests[1]).toMatchObject({
    method: 'POST',
    address: `/api/consultant/bookings/${id}/attendance`,
    body: { attendance: 'held' },
  })
  await expect.poll(() => document.activeElement?.textContent).toContain('Grace Hopper')
})

test('marking a session as missed asks for confirmation, and the reason is shown if the request is rejected', async () => {
  const started = agendaBooking({ canBeMarked: true })
  const reloaded = granted(listAgenda, agenda([started]))
  const { user, requests } = openPage(reloaded, refused(markAttendance, 'not-started'), reloaded)
  await user.click(await screen.findByRole('button', { name: 'Mark as no-show with Grace Hopper' }))
  const dialog = screen.getByRole('dialog', { name: 'Mark this session as a no-show?' })
  expect([requests.length, dialog.textContent]).toEqual([1, expect.stringContaining('we’ll tell Grace Hopper')])
  await user.click(within(dialog).getByRole('button', { name: 'Mark as no-show' }))
  expect((await screen.findByRole('alert')).textContent).toBe('This session hasn’t started yet.')
})

test('attendance at an upcoming session cannot be marked', async () => {
  openPage(granted(listAgenda, agenda([agendaBooking()])))
  await screen.findByRole('link', { name: 'Grace Hopper' })
  expect(screen.queryByRole('button', { name: /Mark as/ })).toBeNull()
})

test('the page links to the previous and next weeks', async () => {
  openPage(granted(listAgenda, agenda([])))
  const weeks = within(await screen.findByRole('navigation', { name: 'Weeks' }))
  expect(weeks.getByRole('link', { name: 'Earlier' }).getAttribute('href')).toBe(`${path}?from=2026-02-23`)
  expect(weeks.getByRole('link', { name: 'Later' }).getAttribute('href')).toBe(`${path}?from=2026-03-09`)
  expect(weeks.queryByRole('link', { name: 'Today' })).toBeNull()
})

test('"load more" fetches the rest of the week, and until then no day is shown as empty', async () => {
  const laterBooking = agendaBooking({
    id: `${id.slice(0, -1)}2`,
    startsAt: '2026-03-05T10:00:00.000Z',
    memberName: 'Alan Turing',
  })
  const { user, requests } = openPage(
    granted(listAgenda, { ...agenda([agendaBooking()]), nextCursor: 'next' }),
    granted(listAgenda, agenda([laterBooking])),
  )
  await screen.findByRole('link', { name: 'Grace Hopper' })
  expect(screen.queryByText('Nothing booked.')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Load more' }))
  expect(await screen.findByRole('link', { name: 'Alan Turing' })).toBeTruthy()
  expect(requests[1]?.address).toContain('from=2026-03-02&cursor=next')
  expect(screen.getAllByText('Nothing booked.')).toHaveLength(5)
})

test('the sick day dialog lists the sessions, then cancels them in one request', async () => {
  toasts.success.mockClear()
  const { user, requests } = openPage(
    granted(listAgenda, agenda([agendaBooking()])),
    granted(previewSickDay, previewSessions(2)),
    granted(reportSickDay, { cancelled: 2 }),
    granted(listAgenda, agenda([])),
  )
  await user.click(await screen.findByRole('button', { name: 'I’m ill today' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Are you ill today?' }))
  expect(await dialog.findByText('2 sessions')).toBeTruthy()
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '18:30Grace Hopper, Initial consultation',
    '18:30A former member, Initial consultation',
  ])
  expect(requests).toHaveLength(2)
  await user.click(dialog.getByRole('button', { name: 'Cancel 2 sessions' }))
  await vi.waitFor(() => expect(toasts.success).toHaveBeenCalledWith('Your day is clear. Get well soon.'))
  expect(requests[2]).toMatchObject({ method: 'POST', address: '/api/consultant/sick-day', body: { sessions: 2 } })
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('if a sick day is rejected as outdated, the preview is reloaded before it can be confirmed', async () => {
  const { user } = openPage(
    granted(listAgenda, agenda([])),
    granted(previewSickDay, previewSessions(2)),
    refused(reportSickDay, 'sessions-changed'),
    granted(previewSickDay, previewSessions(1)),
    granted(listAgenda, agenda([])),
  )
  await user.click(await screen.findByRole('button', { name: 'I’m ill today' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel 2 sessions' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Your day has changed')
  expect(await screen.findByRole('button', { name: 'Cancel 1 session' })).toBeTruthy()
})

test('a consultant with no sessions left today can still take the day off', async () => {
  const { user } = openPage(granted(listAgenda, agenda([])), granted(previewSickDay, previewSessions(0)))
  await user.click(await screen.findByRole('button', { name: 'I’m ill today' }))
  expect(await screen.findByText('You have no more sessions today.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Take today off' })).toBeTruthy()
})

test('if the preview fails to load, a retry button is shown', async () => {
  const { user } = openPage(granted(listAgenda, agenda([])), 'unreachable', granted(previewSickDay, previewSessions(1)))
  await user.click(await screen.findByRole('button', { name: 'I’m ill today' }))
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Cancel 1 session' })).toBeTruthy()
})

function agenda(items: AgendaBooking[]): ResponseOf<typeof listAgenda> {
  const week = { timeZone: 'Asia/Karachi', today: '2026-03-02', from: '2026-03-02', until: '2026-03-09' }
  return { items, nextCursor: null, ...week }
}

function previewSessions(count: number): ResponseOf<typeof previewSickDay> {
  const names = ['Grace Hopper', null]
  const sessions = names.slice(0, count).map((memberName, index) => ({
    id: `${id.slice(0, -1)}${index}`,
    startsAt: '2026-03-02T13:30:00.000Z',
    title: 'Initial consultation',
    memberName,
  }))
  return { today: '2026-03-02', timeZone: 'Asia/Karachi', sessions }
}

function openPage(...answers: FakeAnswer[]) {
  givenMember({ ...ada, role: 'consultant' })
  const { requests } = fakeServer(...answers)
  return { ...visit(path, { [path]: page }), requests }
}
