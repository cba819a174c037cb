import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { agendaBooking, answerPanel } from '#tests/support/web/bookings.ts'
import { type FakeAnswer, fakeServer, granted, refused, type SentRequest } from '#tests/support/web/fake-server.ts'
import { ada, givenMember } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { type ConsultantBooking, getConsultantBooking } from '../agenda/contract.ts'
import { createSessionNote, deleteSessionNote, listSessionNotes, type SessionNote } from '../session-notes/contract.ts'
import * as page from './consultant-booking-page.tsx'

const { id } = agendaBooking()
const route = '/portal/consultant/bookings/:bookingId'

const details: ConsultantBooking = {
  booking: agendaBooking({ notes: 'First line\nsecond <b>line</b>' }),
  meetingUrl: 'https://meet.example.org/ada',
  timeZone: 'Europe/London',
  memberTimeZone: 'Asia/Karachi',
  packages: [
    {
      packageTitle: 'MY FUTURE WEEK',
      until: '2026-03-09T10:00:00.000Z',
      sessions: [
        { title: 'Final call', minutes: 10, left: 1 },
        { title: 'Consultation', minutes: 30, left: null },
      ],
    },
  ],
  others: [],
}

test('the page shows the time in both time zones, the meeting link, and the member’s notes and packages', async () => {
  openPage(granted(getConsultantBooking, details), notes())
  expect(await screen.findByRole('heading', { name: 'Grace Hopper' })).toBeTruthy()
  expect(screen.getByText('Monday 2 March 2026, 13:30 to 14:00 (London time)')).toBeTruthy()
  expect(screen.getByText(/18:30/).textContent).toBe('18:30 Karachi time')
  expect(screen.getByText(/second/).textContent).toBe('First line\nsecond <b>line</b>')
  expect(screen.getByRole('link', { name: 'Open your meeting room' }).getAttribute('href')).toBe(
    'https://meet.example.org/ada',
  )
  const packages = within(screen.getByRole('region', { name: 'Sessions left in this member’s packages' }))
  expect(packages.getByText('1 left')).toBeTruthy()
  expect(packages.getByText('Unlimited')).toBeTruthy()
})

test('a phone session’s number is a link', async () => {
  const booking = { ...details.booking, place: 'phone' as const, phone: '+44 7700 900123' }
  openPage(granted(getConsultantBooking, { ...details, booking, meetingUrl: null }), notes())
  expect((await screen.findByRole('link', { name: '+44 7700 900123' })).getAttribute('href')).toBe('tel:+447700900123')
})

test('if there is no meeting URL, the page links to the form for adding one', async () => {
  openPage(granted(getConsultantBooking, { ...details, meetingUrl: null }), notes())
  expect(await screen.findByRole('link', { name: 'add your meeting room' })).toBeTruthy()
})

test('opening another consultant’s booking shows a not-found error', async () => {
  openPage(refused(getConsultantBooking, 'booking-not-found'), notes())
  expect((await screen.findByRole('alert')).textContent).toContain('We couldn’t find this session.')
  expect(screen.getByRole('link', { name: 'My day' })).toBeTruthy()
})

test('a note is private by default, and saving clears the field', async () => {
  const savedNote = note({ isShared: true })
  const { user, requests } = openPage(
    granted(getConsultantBooking, details),
    notes(),
    granted(createSessionNote, savedNote),
    granted(getConsultantBooking, details),
    notes(savedNote),
  )
  const share = await screen.findByLabelText('Share with the member')
  expect(share).toHaveProperty('checked', false)
  await user.type(screen.getByLabelText('New note'), 'Well prepared')
  await user.click(share)
  await user.click(screen.getByRole('button', { name: 'Save note' }))
  expect(await screen.findByText('Note saved.')).toBeTruthy()
  expect(requests[2]).toMatchObject({ method: 'POST', body: { text: 'Well prepared', isShared: true } })
  expect(screen.getByLabelText('New note')).toHaveProperty('value', '')
  expect(within(await screen.findByRole('list', { name: 'Notes' })).getByText('Shared')).toBeTruthy()
})

test('an empty note is rejected without sending a request', async () => {
  const { user, requests } = openPage(granted(getConsultantBooking, details), notes())
  await user.click(await screen.findByRole('button', { name: 'Save note' }))
  expect(await screen.findByText('Write a note')).toBeTruthy()
  expect(requests).toHaveLength(2)
})

test('if saving fails, the note stays in its field', async () => {
  const { user } = openPage(granted(getConsultantBooking, details), notes(), 'unreachable')
  await user.type(await screen.findByLabelText('New note'), 'Well prepared')
  await user.click(screen.getByRole('button', { name: 'Save note' }))
  expect((await screen.findByRole('alert')).textContent).toContain('We couldn’t reach the server')
  expect(screen.getByLabelText('New note')).toHaveProperty('value', 'Well prepared')
})

test('a deleted note disappears from the list', async () => {
  const { user, requests } = openPage(
    granted(getConsultantBooking, details),
    notes(note()),
    granted(deleteSessionNote, null),
    granted(getConsultantBooking, details),
    notes(),
  )
  await user.click(await screen.findByRole('button', { name: /^Remove the note from/ }))
  expect(await screen.findByText('You haven’t written any notes about this member yet.')).toBeTruthy()
  expect(requests[2]).toMatchObject({ method: 'DELETE', address: `/api/consultant/notes/${note().id}` })
})

test('attendance can be corrected, and the deadline is shown next to it', async () => {
  const booking = { ...details.booking, state: 'missed' as const, canBeMarked: true }
  openPage(granted(getConsultantBooking, { ...details, booking }), notes())
  expect(await screen.findByText('No-show')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Mark as completed with Grace Hopper' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Mark as no-show/ })).toBeNull()
  expect(screen.getByText(/You can change this for up to 7 days/)).toBeTruthy()
})

test('a note from the office is labelled and cannot be deleted by the consultant', async () => {
  openPage(granted(getConsultantBooking, details), notes(note({ isByStaff: true, text: 'Prefers the telephone' })))
  expect(await screen.findByText('Prefers the telephone')).toBeTruthy()
  expect(screen.getByText('From an administrator')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()
})

function note(changes: Partial<SessionNote> = {}): SessionNote {
  return {
    id: '0196b3a0-0000-4000-8000-0000000000c1',
    bookingId: id,
    title: 'Initial consultation',
    startsAt: '2026-03-02T13:30:00.000Z',
    isShared: false,
    isByStaff: false,
    text: 'Well prepared',
    writtenAt: '2026-03-02T14:05:00.000Z',
    ...changes,
  }
}

function notes(...items: SessionNote[]) {
  const page: ResponseOf<typeof listSessionNotes> = { items, nextCursor: null }
  return granted(listSessionNotes, page)
}

function openPage(...answers: FakeAnswer[]) {
  givenMember({ ...ada, role: 'consultant' })
  const requests: SentRequest[] = []
  fakeServer((request) => {
    const panelAnswer = answerPanel(request.address)
    if (panelAnswer) return panelAnswer
    requests.push(request)
    return answers.shift() ?? 'unreachable'
  })
  return { ...visit(`/portal/consultant/bookings/${id}`, { [route]: page }), requests }
}
