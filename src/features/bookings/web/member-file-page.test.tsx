// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { answerPanel } from '../../../../tests/web/bookings.ts'
import { type FakeAnswer, fakeServer, granted, refused, type SentRequest } from '../../../../tests/web/fake-server.ts'
import { ada, givenMember } from '../../../../tests/web/people.ts'
import { visit } from '../../../../tests/web/visit.tsx'
import { getMemberFile, type MemberFile } from '../contract/agenda.ts'
import { listSessionNotes, removeSessionNote, type SessionNote, writeSessionNote } from '../contract/session-note.ts'
import * as page from './member-file-page.tsx'

const id = '0196b3a0-0000-4000-8000-0000000000b1'
const route = '/portal/consultant/bookings/:bookingId'

const file: MemberFile = {
  booking: {
    id,
    memberName: 'Grace Hopper',
    packageTitle: 'MY FUTURE WEEK',
    title: 'Initial consultation',
    minutes: 30,
    startsAt: '2026-03-02T13:30:00.000Z',
    endsAt: '2026-03-02T14:00:00.000Z',
    state: 'booked',
    place: 'online',
    phone: null,
    notes: 'First line\nsecond <b>line</b>',
    canBeMarked: false,
  },
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

test('the file says when and where, by both clocks, and what the member wrote', async () => {
  open(granted(getMemberFile, file), notes())
  expect(await screen.findByRole('heading', { name: 'Grace Hopper' })).toBeTruthy()
  expect(screen.getByText('Monday 2 March 2026, 13:30 to 14:00 (London time)')).toBeTruthy()
  expect(screen.getByText(/18:30/).textContent).toBe('18:30 Karachi time')
  expect(screen.getByText(/second/).textContent).toBe('First line\nsecond <b>line</b>')
  expect(screen.getByRole('link', { name: 'Open your meeting room' }).getAttribute('href')).toBe(
    'https://meet.example.org/ada',
  )
  const packages = within(screen.getByRole('region', { name: 'What is left of their packages' }))
  expect(packages.getByText('1 left')).toBeTruthy()
  expect(packages.getByText('Without limit')).toBeTruthy()
})

test('a session by phone shows the number to call', async () => {
  const booking = { ...file.booking, place: 'phone' as const, phone: '+44 7700 900123' }
  open(granted(getMemberFile, { ...file, booking, meetingUrl: null }), notes())
  expect((await screen.findByRole('link', { name: '+44 7700 900123' })).getAttribute('href')).toBe('tel:+447700900123')
})

test('without a meeting room the page says that members see no link, and where to enter it', async () => {
  open(granted(getMemberFile, { ...file, meetingUrl: null }), notes())
  expect(await screen.findByRole('link', { name: 'enter your meeting room' })).toBeTruthy()
})

test('a session of somebody else is not there', async () => {
  open(refused(getMemberFile, 'booking-not-found'), notes())
  expect((await screen.findByRole('alert')).textContent).toContain('This session was not found.')
  expect(screen.getByRole('link', { name: 'My day' })).toBeTruthy()
})

test('a note is private unless one shares it, and the field is empty again', async () => {
  const written = note({ isShared: true })
  const { user, requests } = open(
    granted(getMemberFile, file),
    notes(),
    granted(writeSessionNote, written),
    granted(getMemberFile, file),
    notes(written),
  )
  const share = await screen.findByLabelText('Share it with the member')
  expect(share).toHaveProperty('checked', false)
  await user.type(screen.getByLabelText('New note'), 'Well prepared')
  await user.click(share)
  await user.click(screen.getByRole('button', { name: 'Save note' }))
  expect(await screen.findByText('Your note is saved.')).toBeTruthy()
  expect(requests[2]).toMatchObject({ method: 'POST', body: { text: 'Well prepared', isShared: true } })
  expect(screen.getByLabelText('New note')).toHaveProperty('value', '')
  expect(within(await screen.findByRole('list', { name: 'Notes' })).getByText('Shared')).toBeTruthy()
})

test('an empty note is not sent', async () => {
  const { user, requests } = open(granted(getMemberFile, file), notes())
  await user.click(await screen.findByRole('button', { name: 'Save note' }))
  expect(await screen.findByText('Please write something')).toBeTruthy()
  expect(requests).toHaveLength(2)
})

test('a note that could not be saved stays in its field', async () => {
  const { user } = open(granted(getMemberFile, file), notes(), 'unreachable')
  await user.type(await screen.findByLabelText('New note'), 'Well prepared')
  await user.click(screen.getByRole('button', { name: 'Save note' }))
  expect((await screen.findByRole('alert')).textContent).toContain('We could not reach the server')
  expect(screen.getByLabelText('New note')).toHaveProperty('value', 'Well prepared')
})

test('a note that is removed is gone', async () => {
  const { user, requests } = open(
    granted(getMemberFile, file),
    notes(note()),
    granted(removeSessionNote, null),
    granted(getMemberFile, file),
    notes(),
  )
  await user.click(await screen.findByRole('button', { name: /^Remove the note of/ }))
  expect(await screen.findByText('You have not written anything about this member yet.')).toBeTruthy()
  expect(requests[2]).toMatchObject({ method: 'DELETE', address: `/api/consultant/notes/${note().id}` })
})

test('a mark can be put right, with what it means beside it', async () => {
  const booking = { ...file.booking, state: 'missed' as const, canBeMarked: true }
  open(granted(getMemberFile, { ...file, booking }), notes())
  expect(await screen.findByText('Missed')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'It was held with Grace Hopper' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /It was missed/ })).toBeNull()
  expect(screen.getByText(/You can put it right for 7 days/)).toBeTruthy()
})

function note(changes: Partial<SessionNote> = {}): SessionNote {
  return {
    id: '0196b3a0-0000-4000-8000-0000000000c1',
    bookingId: id,
    title: 'Initial consultation',
    startsAt: '2026-03-02T13:30:00.000Z',
    isShared: false,
    text: 'Well prepared',
    writtenAt: '2026-03-02T14:05:00.000Z',
    ...changes,
  }
}

function notes(...items: SessionNote[]) {
  const page: ResponseOf<typeof listSessionNotes> = { items, nextCursor: null }
  return granted(listSessionNotes, page)
}

function open(...answers: FakeAnswer[]) {
  givenMember({ ...ada, role: 'consultant' })
  const requests: SentRequest[] = []
  fakeServer((request) => {
    const ofPanel = answerPanel(request.address)
    if (ofPanel) return ofPanel
    requests.push(request)
    return answers.shift() ?? 'unreachable'
  })
  return { ...visit(`/portal/consultant/bookings/${id}`, { [route]: page }), requests }
}
