import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { booking } from '#tests/support/web/bookings.ts'
import { type FakeAnswer, fakeServer, granted, refused } from '#tests/support/web/fake-server.ts'
import { visit } from '#tests/support/web/visit.tsx'
import {
  acceptWaitlistOffer,
  declineWaitlistOffer,
  getWaitlistEntry,
  joinWaitlist,
  leaveWaitlist,
  type WaitlistEntry,
} from '../contract.ts'
import { WaitlistPanel } from './waitlist-panel.tsx'

const bookingId = '0196b3a0-0000-7000-8000-000000000001'
const offerId = '0196b3a0-0000-7000-8000-000000000002'
const emptyEntry: WaitlistEntry = { canJoin: true, windows: [], offer: null }
const waitingEntry = {
  ...emptyEntry,
  windows: [{ from: '2026-12-03T14:00:00.000Z', until: '2026-12-03T16:00:00.000Z' }],
}
const consultant = { id: offerId, displayName: 'Cleo', picture: null }
const offer = { id: offerId, startsAt: '2026-12-03T15:00:00.000Z', consultant, expiresAt: '2026-12-01T12:00:00.000Z' }
const entryAnswer = (entry: WaitlistEntry) => granted(getWaitlistEntry, entry)

const onMoved = vi.fn()
const zones = { timeZone: 'America/New_York', companyZone: 'Europe/London' }

function Panel() {
  const [booking, setBooking] = useState({ id: bookingId })
  return (
    <>
      <button type="button" onClick={() => setBooking({ id: bookingId })}>
        Load the page again
      </button>
      <WaitlistPanel booking={booking} {...zones} onMoved={onMoved} />
    </>
  )
}

function openPanel(...answers: FakeAnswer[]) {
  const { requests } = fakeServer(...answers)
  onMoved.mockClear()
  return { requests, ...visit('/', { '/': Panel }) }
}

test('a member can join the waitlist with a window in local time, which is then shown in both time zones', async () => {
  const { user, requests } = openPanel(entryAnswer(emptyEntry), granted(joinWaitlist, waitingEntry))
  await user.click(await screen.findByRole('button', { name: 'Choose times' }))
  fireEvent.change(screen.getByLabelText('Day'), { target: { value: '2026-12-03' } })
  fireEvent.change(screen.getByLabelText('Until'), { target: { value: '11:00' } })
  await user.click(screen.getByRole('button', { name: 'Join the waitlist' }))
  expect(
    await screen.findByText('Thursday 3 December 2026, 09:00 to 11:00 (New York time; 14:00 London time)'),
  ).toBeTruthy()
  expect(requests[1]).toMatchObject({ method: 'PUT', body: { windows: waitingEntry.windows } })
})

test('opening the page does not move the focus', async () => {
  openPanel(entryAnswer(waitingEntry))
  await screen.findByRole('button', { name: 'Change times' })
  expect(document.activeElement).toBe(document.body)
})

test('a window without a day is rejected before sending, and a server error is shown', async () => {
  const { user, requests } = openPanel(entryAnswer(waitingEntry), refused(joinWaitlist, 'not-earlier'))
  await user.click(await screen.findByRole('button', { name: 'Change times' }))
  await user.click(screen.getByRole('button', { name: 'Add another time' }))
  await user.click(screen.getByRole('button', { name: 'Save my times' }))
  expect((await screen.findByRole('alert')).textContent).toContain('enter a day')
  expect(requests).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Remove time 2' }))
  await user.click(screen.getByRole('button', { name: 'Save my times' }))
  expect(await screen.findByText(/Choose times in the future/)).toBeTruthy()
})

test('removing a window moves the focus to the button for adding one', async () => {
  const { user } = openPanel(entryAnswer(waitingEntry))
  await user.click(await screen.findByRole('button', { name: 'Change times' }))
  await user.click(screen.getByRole('button', { name: 'Add another time' }))
  await user.click(screen.getByRole('button', { name: 'Remove time 2' }))
  await expect.poll(() => document.activeElement?.textContent).toBe('Add another time')
})

test('an offer appears when the page is reloaded', async () => {
  const { user, requests } = openPanel(entryAnswer(waitingEntry), entryAnswer({ ...waitingEntry, offer }))
  await screen.findByRole('button', { name: 'Change times' })
  await user.click(screen.getByText('Load the page again'))
  expect(await screen.findByRole('button', { name: 'Take this time' })).toBeTruthy()
  expect(requests).toHaveLength(2)
})

test('an offer shows its time, consultant and expiry, and accepting it moves the session', async () => {
  const { user, requests } = openPanel(
    entryAnswer({ ...waitingEntry, offer }),
    granted(acceptWaitlistOffer, booking({ startsAt: offer.startsAt, consultant })),
    entryAnswer(emptyEntry),
  )
  const time = await screen.findByText('Thursday 3 December 2026 at 10:00 (New York time; 15:00 London time)')
  expect(time.parentElement?.textContent).toContain(
    'is free with Cleo. We’re holding it for you until Tuesday 1 December 2026 at 07:00 (New York time; 12:00 London time).',
  )
  await user.click(screen.getByRole('button', { name: 'Take this time' }))
  await expect.poll(() => onMoved.mock.calls.length).toBe(1)
  expect(requests[1]?.address).toBe(`/api/bookings/${bookingId}/waitlist-offers/${offerId}/acceptance`)
  expect(await screen.findByRole('button', { name: 'Choose times' })).toBeTruthy()
})

test('accepting an expired offer shows an alert, and declining it removes it', async () => {
  const { user } = openPanel(
    entryAnswer({ ...waitingEntry, offer }),
    refused(acceptWaitlistOffer, 'offer-expired'),
    entryAnswer({ ...waitingEntry, offer }),
    granted(declineWaitlistOffer, null),
    entryAnswer(waitingEntry),
  )
  await user.click(await screen.findByRole('button', { name: 'Take this time' }))
  expect((await screen.findByRole('alert')).textContent).toContain('This offer has expired')
  await user.click(screen.getByRole('button', { name: 'Keep current time' }))
  await expect.poll(() => screen.queryByRole('button', { name: 'Take this time' })).toBeNull()
  expect(onMoved).not.toHaveBeenCalled()
})

test('leaving the waitlist shows the button to join again', async () => {
  const { user } = openPanel(entryAnswer(waitingEntry), granted(leaveWaitlist, null), entryAnswer(emptyEntry))
  await user.click(await screen.findByRole('button', { name: 'Leave the waitlist' }))
  expect(await screen.findByRole('button', { name: 'Choose times' })).toBeTruthy()
})

test('the waitlist panel is hidden for a session that can no longer be moved', async () => {
  const { requests } = openPanel(entryAnswer({ ...emptyEntry, canJoin: false }))
  await expect.poll(() => requests.length).toBe(1)
  expect(screen.queryByRole('heading')).toBeNull()
})
