// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type FakeAnswer, fakeServer, granted, refused } from '../../../../tests/web/fake-server.ts'
import { visit } from '../../../../tests/web/visit.tsx'
import {
  acceptEarlierOffer,
  declineEarlierOffer,
  type EarlierWish,
  getEarlierWish,
  removeEarlierWish,
  saveEarlierWish,
} from '../contract/earlier.ts'
import type { Booking } from '../contract.ts'
import { EarlierWishPanel } from './earlier-wish-panel.tsx'

const bookingId = '0196b3a0-0000-7000-8000-000000000001'
const offerId = '0196b3a0-0000-7000-8000-000000000002'
const nothing: EarlierWish = { canWish: true, windows: [], offer: null }
const waiting = { ...nothing, windows: [{ from: '2026-12-03T14:00:00.000Z', until: '2026-12-03T16:00:00.000Z' }] }
const consultant = { id: offerId, displayName: 'Cleo', picture: null }
const offer = { id: offerId, startsAt: '2026-12-03T15:00:00.000Z', consultant, expiresAt: '2026-12-01T12:00:00.000Z' }
const found = (wish: EarlierWish) => granted(getEarlierWish, wish)

const onMoved = vi.fn()
const zones = { timeZone: 'America/New_York', companyZone: 'Europe/London' }

function Panel() {
  return <EarlierWishPanel bookingId={bookingId} {...zones} onMoved={onMoved} />
}

function open(...answers: FakeAnswer[]) {
  const { requests } = fakeServer(...answers)
  onMoved.mockClear()
  return { requests, ...visit('/', { '/': Panel }) }
}

test('a member names times by their own clock and reads that they are in line', async () => {
  const { user, requests } = open(found(nothing), granted(saveEarlierWish, waiting))
  await user.click(await screen.findByRole('button', { name: 'Name earlier times' }))
  fireEvent.change(screen.getByLabelText('Day'), { target: { value: '2026-12-03' } })
  fireEvent.change(screen.getByLabelText('Until'), { target: { value: '11:00' } })
  await user.click(screen.getByRole('button', { name: 'Get in line' }))
  expect(
    await screen.findByText('Thursday 3 December 2026, 09:00 to 11:00 (New York time; 14:00 London time)'),
  ).toBeTruthy()
  expect(requests[1]).toMatchObject({ method: 'PUT', body: { windows: waiting.windows } })
})

test('a page that has just been opened leaves the focus where it is', async () => {
  open(found(waiting))
  await screen.findByRole('button', { name: 'Change' })
  expect(document.activeElement).toBe(document.body)
})

test('a time without a day is asked for before anything is sent, and a refusal is read', async () => {
  const { user, requests } = open(found(waiting), refused(saveEarlierWish, 'not-earlier'))
  await user.click(await screen.findByRole('button', { name: 'Change' }))
  await user.click(screen.getByRole('button', { name: 'Add another time' }))
  await user.click(screen.getByRole('button', { name: 'Get in line' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Please choose a day')
  expect(requests).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Remove time 2' }))
  await user.click(screen.getByRole('button', { name: 'Get in line' }))
  expect(await screen.findByText(/Please name times that are still to come/)).toBeTruthy()
})

test('an offer says when, with whom and until when, and taking it moves the session', async () => {
  const { user, requests } = open(found({ ...waiting, offer }), granted(acceptEarlierOffer, moved), found(nothing))
  const time = await screen.findByText('Thursday 3 December 2026 at 10:00 (New York time; 15:00 London time)')
  expect(time.parentElement?.textContent).toContain(
    'is free, with Cleo. It is kept for you until Tuesday 1 December 2026 at 07:00 (New York time; 12:00 London time).',
  )
  await user.click(screen.getByRole('button', { name: 'Take this time' }))
  await expect.poll(() => onMoved.mock.calls.length).toBe(1)
  expect(requests[1]?.address).toBe(`/api/bookings/${bookingId}/earlier-offers/${offerId}/acceptance`)
  expect(await screen.findByRole('button', { name: 'Name earlier times' })).toBeTruthy()
})

test('an offer that is over is said to be, and one that is declined goes', async () => {
  const { user } = open(
    found({ ...waiting, offer }),
    refused(acceptEarlierOffer, 'offer-over'),
    found({ ...waiting, offer }),
    granted(declineEarlierOffer, null),
    found(waiting),
  )
  await user.click(await screen.findByRole('button', { name: 'Take this time' }))
  expect((await screen.findByRole('alert')).textContent).toContain('This offer is over')
  await user.click(screen.getByRole('button', { name: 'Keep my session as it is' }))
  await expect.poll(() => screen.queryByRole('button', { name: 'Take this time' })).toBeNull()
  expect(onMoved).not.toHaveBeenCalled()
})

test('the line is left', async () => {
  const { user } = open(found(waiting), granted(removeEarlierWish, null), found(nothing))
  await user.click(await screen.findByRole('button', { name: 'Leave the line' }))
  expect(await screen.findByRole('button', { name: 'Name earlier times' })).toBeTruthy()
})

test('a session that can be moved no more is not asked about', async () => {
  const { requests } = open(found({ ...nothing, canWish: false }))
  await expect.poll(() => requests.length).toBe(1)
  expect(screen.queryByRole('heading')).toBeNull()
})

const moved: Booking = {
  id: bookingId,
  entitlementId: bookingId,
  lineKey: 'initial-consultation',
  packageTitle: 'MY FUTURE WEEK',
  title: 'Initial consultation',
  minutes: 10,
  startsAt: offer.startsAt,
  endsAt: '2026-12-03T15:10:00.000Z',
  state: 'booked',
  consultant,
  place: 'online',
  meetingUrl: null,
  phone: null,
  notes: null,
  cancelledBy: null,
  isForfeited: false,
  isReturned: false,
}
