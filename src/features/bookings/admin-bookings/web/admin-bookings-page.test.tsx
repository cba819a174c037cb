import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { bookable } from '../../../../../tests/support/web/bookings.ts'
import { allowDialogs } from '../../../../../tests/support/web/dialogs.ts'
import { type FakeAnswer, fakeServer, granted, refused } from '../../../../../tests/support/web/fake-server.ts'
import { ada, givenMember } from '../../../../../tests/support/web/people.ts'
import { visit } from '../../../../../tests/support/web/visit.tsx'
import {
  type ConsultantRecord,
  getConsultantRecord,
  listAllConsultants,
  saveSessionTypes,
} from '../../admin-consultants/contract.ts'
import * as consultantPage from '../../admin-consultants/web/admin-consultant-page.tsx'
import {
  type AdminBooking,
  type BookingRecord,
  cancelAnyBooking,
  getBookingRecord,
  listAllBookings,
  listMemberSessions,
  listMemberSlots,
} from '../contract.ts'
import * as bookingPage from './admin-booking-page.tsx'
import * as calendarPage from './admin-bookings-page.tsx'
import * as bookForMemberPage from './book-for-member-page.tsx'

const id = '0196b3a0-0000-7000-8000-0000000000aa'

const booking: AdminBooking = {
  id,
  member: { id, name: 'Grace Hopper' },
  consultant: { id, displayName: 'Alan' },
  packageTitle: 'MY FUTURE WEEK',
  title: 'Final call',
  minutes: 30,
  startsAt: '2026-11-24T09:00:00.000Z',
  endsAt: '2026-11-24T09:30:00.000Z',
  state: 'booked',
  place: 'online',
  isForfeited: false,
  isReturned: false,
}
const record: BookingRecord = {
  ...booking,
  phone: null,
  notes: null,
  meetingUrl: null,
  log: [{ at: '2026-11-20T09:00:00.000Z', happened: 'booked', by: null, reason: null }],
  canBeCancelled: true,
  canBeMarked: false,
  canBeReturned: false,
}
const consultant: ConsultantRecord = {
  id,
  accountId: id,
  displayName: 'Alan',
  email: 'alan@example.org',
  services: ['MY_FUTURE'],
  isPublished: true,
  isActive: true,
  hasHours: true,
  chosenSessions: null,
  upcoming: 1,
  calendars: 0,
  brokenCalendars: 0,
  availability: {
    version: 3,
    timeZone: 'Europe/London',
    bufferMinutes: 10,
    minimumNoticeMinutes: 720,
    horizonDays: 60,
    dailyLimit: null,
    meetingUrl: null,
    weeklyHours: [{ weekday: 1, startsMinute: 540, endsMinute: 1_020 }],
    dateOverrides: [],
    daysOff: [],
    sessions: null,
  },
  offered: [
    {
      packageId: 'my-future-basic',
      packageTitle: 'MY FUTURE WEEK',
      lineKey: 'final-call',
      title: 'Final call',
      minutes: 30,
    },
    {
      packageId: 'my-future-basic',
      packageTitle: 'MY FUTURE WEEK',
      lineKey: 'first',
      title: 'First call',
      minutes: 60,
    },
  ],
  calendarList: [],
}

function openPage(address: string, ...answers: FakeAnswer[]) {
  givenMember({ ...ada, role: 'administrator' })
  allowDialogs()
  const { requests } = fakeServer((request) => {
    if (request.address === '/api/admin/consultants') return granted(listAllConsultants, [consultant])
    const answer = answers.shift()
    if (!answer) throw new Error(`Nothing to answer to ${request.address}`)
    return answer
  })
  const visited = visit(address, {
    '/admin/bookings': calendarPage as never,
    '/admin/bookings/:bookingId': bookingPage as never,
    '/admin/consultants/:consultantId': consultantPage as never,
    '/admin/members/:memberId/booking': bookForMemberPage as never,
  })
  return { ...visited, requests }
}

const week = { today: '2026-11-23', from: '2026-11-23', until: '2026-11-30' }

test('the week is listed day by day and filters by consultant and by day', async () => {
  const { user, requests } = openPage(
    '/admin/bookings',
    granted(listAllBookings, { items: [booking], nextCursor: null, ...week }),
    granted(listAllBookings, { items: [], nextCursor: null, ...week }),
    granted(listAllBookings, { items: [], nextCursor: null, ...week, until: '2026-11-24' }),
  )
  const tuesday = within(await screen.findByRole('region', { name: 'Tuesday 24 November 2026' }))
  expect(tuesday.getByText('09:00 to 09:30')).toBeTruthy()
  const findAddress = (name: string) => tuesday.getByRole('link', { name }).getAttribute('href')
  expect(findAddress('Final call')).toBe(`/admin/bookings/${id}`)
  expect(findAddress('Grace Hopper')).toBe(`/admin/members/${id}`)
  expect(findAddress('Alan')).toBe(`/admin/consultants/${id}`)
  expect(screen.getAllByText('Nothing.')).toHaveLength(6)
  await user.selectOptions(screen.getByLabelText('Consultant'), 'Alan')
  await user.click(screen.getByRole('button', { name: 'Show' }))
  await expect.poll(() => screen.queryAllByText('Nothing.').length).toBe(7)
  await user.click(screen.getByRole('link', { name: 'Day' }))
  await expect.poll(() => screen.queryAllByText('Nothing.').length).toBe(1)
  expect(requests.at(-1)?.address ?? '').toContain('/api/admin')
  const addresses = requests
    .map(({ address }) => address)
    .filter((address) => address.startsWith('/api/admin/bookings'))
  expect(addresses[1]).toContain(`consultantId=${id}`)
  expect(addresses[2]).toContain('days=1')
})

test('cancelling a session requires a reason, and only the possible actions are offered', async () => {
  const { user, requests } = openPage(
    `/admin/bookings/${id}`,
    granted(getBookingRecord, record),
    granted(cancelAnyBooking, record),
    granted(getBookingRecord, { ...record, state: 'cancelled', canBeCancelled: false }),
  )
  await user.click(await screen.findByRole('button', { name: 'Cancel this session' }))
  expect(screen.queryByRole('button', { name: 'It was held' })).toBeNull()
  const dialog = within(screen.getByRole('dialog', { name: 'Cancel this session?' }))
  await user.click(dialog.getByRole('button', { name: 'Cancel the session' }))
  expect(dialog.getByText('Please say why')).toBeTruthy()
  await user.type(dialog.getByLabelText('Reason'), 'The office is shut')
  await user.click(dialog.getByRole('button', { name: 'Cancel the session' }))
  expect(await screen.findByText('Cancelled')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Cancel this session' })).toBeNull()
  expect(requests[1]).toMatchObject({ method: 'POST', body: { reason: 'The office is shut' } })
})

test('a concurrent edit of session types shows the conflict and keeps the selection', async () => {
  const { user, requests } = openPage(
    `/admin/consultants/${id}`,
    granted(getConsultantRecord, consultant),
    refused(saveSessionTypes, 'edited-elsewhere'),
  )
  expect(await screen.findByText('09:00 to 17:00')).toBeTruthy()
  await user.click(screen.getByLabelText('Every session of their services'))
  await user.click(screen.getByLabelText('MY FUTURE WEEK: First call, 60 minutes'))
  await user.click(screen.getByRole('button', { name: 'Save the sessions' }))
  expect(await screen.findByText(/Somebody else has changed this meanwhile/)).toBeTruthy()
  expect(requests[1]).toMatchObject({
    method: 'PUT',
    body: { version: 3, sessions: [{ packageId: 'my-future-basic', lineKey: 'final-call' }] },
  })
  expect(screen.getByLabelText<HTMLInputElement>('MY FUTURE WEEK: First call, 60 minutes').checked).toBe(false)
})

test('saving session types keeps the focus, and the next save is based on the saved version', async () => {
  const availability = consultant.availability && { ...consultant.availability, version: 4 }
  const saved = granted(saveSessionTypes, { ...consultant, availability })
  const { user, requests } = openPage(
    `/admin/consultants/${id}`,
    granted(getConsultantRecord, consultant),
    saved,
    granted(getConsultantRecord, { ...consultant, availability }),
    refused(saveSessionTypes, 'edited-elsewhere'),
  )
  const save = await screen.findByRole('button', { name: 'Save the sessions' })
  await user.click(save)
  await expect.poll(() => requests.length).toBe(3)
  await expect.poll(() => save.getAttribute('aria-disabled')).toBeNull()
  expect(document.activeElement).toBe(save)
  await user.click(save)
  await expect.poll(() => requests.length).toBe(4)
  expect(requests[3]?.body).toMatchObject({ version: 4 })
})

test('the next free time is in London time, and an empty day asks for nothing', async () => {
  const { user, requests } = openPage(
    `/admin/members/${id}/booking`,
    granted(listMemberSessions, [bookable()]),
    granted(listMemberSlots, { slots: [], nextFree: '2026-07-05T23:30:00.000Z' }),
  )
  await user.selectOptions(await screen.findByLabelText('Session'), 'Initial consultation, 30 minutes (MY FUTURE WEEK)')
  expect(await screen.findByRole('button', { name: 'The next free time is Monday 6 July 2026 at 00:30' })).toBeTruthy()
  await user.clear(screen.getByLabelText('From this day on'))
  expect(screen.queryByText('Looking for free times')).toBeNull()
  expect(requests).toHaveLength(2)
})
