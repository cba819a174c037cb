import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { bookable } from '#tests/support/web/bookings.ts'
import { consultantRecord } from '#tests/support/web/consultants.ts'
import { allowDialogs } from '#tests/support/web/dialogs.ts'
import { type FakeAnswer, fakeServer, granted, refused } from '#tests/support/web/fake-server.ts'
import { ada, givenMember } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { listAllConsultants } from '../../admin-consultants/contract.ts'
import {
  type AdminBooking,
  type BookingRecord,
  bookForMember,
  cancelAnyBooking,
  getBookingRecord,
  listAllBookings,
  listMemberSessions,
  listMemberSlots,
} from '../contract.ts'
import * as bookingPage from './admin-booking-page.tsx'
import * as calendarPage from './admin-bookings-page.tsx'
import * as bookForMemberPage from './book-for-member-page.tsx'

const { id } = consultantRecord

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
function openPage(address: string, ...answers: FakeAnswer[]) {
  givenMember({ ...ada, role: 'administrator' })
  allowDialogs()
  const { requests } = fakeServer((request) => {
    if (request.address === '/api/admin/consultants') return granted(listAllConsultants, [consultantRecord])
    const answer = answers.shift()
    if (!answer) throw new Error(`No answer for ${request.address}`)
    return answer
  })
  const visited = visit(address, {
    '/admin/bookings': calendarPage as never,
    '/admin/bookings/:bookingId': bookingPage as never,
    '/admin/members/:memberId/booking': bookForMemberPage as never,
  })
  return { ...visited, requests }
}

const week = { today: '2026-11-23', from: '2026-11-23', until: '2026-11-30' }

test('the admin calendar lists the week by day and can be filtered by consultant and day', async () => {
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
  expect(screen.getAllByText('No sessions.')).toHaveLength(6)
  await user.selectOptions(screen.getByLabelText('Consultant'), 'Alan')
  await user.click(screen.getByRole('button', { name: 'Show' }))
  await expect.poll(() => screen.queryAllByText('No sessions.').length).toBe(7)
  await user.click(screen.getByRole('link', { name: 'Day' }))
  await expect.poll(() => screen.queryAllByText('No sessions.').length).toBe(1)
  expect(requests.at(-1)?.address ?? '').toContain('/api/admin')
  const addresses = requests
    .map(({ address }) => address)
    .filter((address) => address.startsWith('/api/admin/bookings'))
  expect(addresses[1]).toContain(`consultantId=${id}`)
  expect(addresses[2]).toContain('days=1')
})

test('cancelling a session requires a reason, and only actions allowed now are offered', async () => {
  const { user, requests } = openPage(
    `/admin/bookings/${id}`,
    granted(getBookingRecord, record),
    granted(cancelAnyBooking, record),
    granted(getBookingRecord, { ...record, state: 'cancelled', canBeCancelled: false }),
  )
  await user.click(await screen.findByRole('button', { name: 'Cancel this session' }))
  expect(screen.queryByRole('button', { name: 'Mark as completed' })).toBeNull()
  const dialog = within(screen.getByRole('dialog', { name: 'Cancel this session?' }))
  await user.click(dialog.getByRole('button', { name: 'Cancel session' }))
  expect(dialog.getByText('Enter a reason')).toBeTruthy()
  await user.type(dialog.getByLabelText('Reason'), 'The office is shut')
  await user.click(dialog.getByRole('button', { name: 'Cancel session' }))
  expect(await screen.findByText('Cancelled')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Cancel this session' })).toBeNull()
  expect(requests[1]).toMatchObject({ method: 'POST', body: { reason: 'The office is shut' } })
})

test('the next free slot is shown in London time, and an empty date sends no request', async () => {
  const { user, requests } = openPage(
    `/admin/members/${id}/booking`,
    granted(listMemberSessions, [bookable()]),
    granted(listMemberSlots, { slots: [], nextFree: '2026-07-05T23:30:00.000Z' }),
  )
  await user.selectOptions(await screen.findByLabelText('Session'), 'Initial consultation, 30 minutes (MY FUTURE WEEK)')
  expect(await screen.findByRole('button', { name: 'The next free time is Monday 6 July 2026 at 00:30' })).toBeTruthy()
  await user.clear(screen.getByLabelText('From'))
  expect(screen.getByLabelText('From')).toHaveProperty('value', '')
  expect(screen.queryByText('Finding free times')).toBeNull()
  expect(requests).toHaveLength(2)
})

test('if someone else has taken the chosen slot, it disappears and is deselected', async () => {
  const slot = { startsAt: '2026-11-24T09:00:00.000Z', consultantIds: [id] }
  const { user, requests } = openPage(
    `/admin/members/${id}/booking`,
    granted(listMemberSessions, [bookable()]),
    granted(listMemberSlots, { slots: [slot], nextFree: null }),
    refused(bookForMember, 'slot-taken'),
    granted(listMemberSlots, { slots: [], nextFree: null }),
  )
  await user.selectOptions(await screen.findByLabelText('Session'), 'Initial consultation, 30 minutes (MY FUTURE WEEK)')
  await user.click(await screen.findByRole('button', { name: /^0?9:00/ }))
  await user.click(screen.getByRole('button', { name: 'Book session' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Someone else has just taken this time.')
  expect(await screen.findByText('No times are free on these days.')).toBeTruthy()
  const sent = requests.length
  await user.click(screen.getByRole('button', { name: 'Book session' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Choose a session and a time.')
  expect(requests).toHaveLength(sent)
})
