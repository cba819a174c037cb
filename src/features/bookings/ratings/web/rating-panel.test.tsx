import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type FakeAnswer, fakeServer, granted, refused } from '#tests/support/web/fake-server.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { deleteRating, getRating, type Rating, rateSession } from '../contract.ts'
import { RatingPanel } from './rating-panel.tsx'

const bookingId = '0196b3a0-0000-7000-8000-000000000001'
const consent = { version: '2026-11', text: 'You may publish my words.', shownName: 'Ada' }
const saved: Rating = { score: 4, comment: 'It helped.', mayPublish: false, ratedAt: '2026-11-20T10:00:00.000Z' }
const ratingAnswer = (rating: Rating | null, { canRate = true, canPublish = true } = {}) =>
  granted(getRating, { canRate, rating, canPublish, consent })

function openPanel(...answers: FakeAnswer[]) {
  const { requests } = fakeServer(...answers)
  return { requests, ...visit('/', { '/': () => <RatingPanel bookingId={bookingId} /> }) }
}

test('permission to publish is unticked by default and is sent with its consent version', async () => {
  const published = { ...saved, mayPublish: true }
  const { user, requests } = openPanel(ratingAnswer(null), granted(rateSession, published), ratingAnswer(published))
  await user.click(await screen.findByLabelText('4 – Helpful'))
  await user.type(screen.getByLabelText('In your own words (optional)'), 'It helped.')
  const box = screen.getByLabelText<HTMLInputElement>(consent.text)
  expect(box.checked).toBe(false)
  const hint = document.getElementById(box.getAttribute('aria-describedby') ?? '')
  expect(hint?.textContent).toMatch(/“Ada”.*18 or over/)
  await user.click(box)
  await user.click(screen.getByRole('button', { name: 'Save rating' }))

  expect(await screen.findByText('4 out of 5: Helpful')).toBeTruthy()
  expect(requests[1]).toMatchObject({
    method: 'PUT',
    body: { score: 4, comment: 'It helped.', mayPublish: true, consentVersion: '2026-11', shownName: 'Ada' },
  })
})

test('opening the page does not move the focus', async () => {
  openPanel(ratingAnswer(saved))
  await screen.findByText('4 out of 5: Helpful')
  expect(document.activeElement).toBe(document.body)
})

test('validation errors appear next to their fields, and other errors above the button', async () => {
  const errors = { score: 'Choose a rating' }
  const { user } = openPanel(
    ratingAnswer(null),
    { status: 400, code: 'invalid-input', message: errors.score, errors },
    refused(rateSession, 'consent-changed'),
  )
  await user.click(await screen.findByRole('button', { name: 'Save rating' }))
  expect(await screen.findByText('Choose a rating')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save rating' }))
  expect((await screen.findByRole('alert')).textContent).toContain('The text beside the box has changed')
})

test('editing starts from the saved rating', async () => {
  const { user, requests } = openPanel(
    ratingAnswer({ ...saved, mayPublish: true }),
    granted(rateSession, saved),
    ratingAnswer(saved),
  )
  await user.click(await screen.findByRole('button', { name: 'Change' }))
  expect((screen.getByLabelText(consent.text) as HTMLInputElement).checked).toBe(true)
  await user.click(screen.getByLabelText(consent.text))
  await user.click(screen.getByRole('button', { name: 'Save rating' }))
  await screen.findByText(/Only our team can read your words/)
  expect(requests[1]?.body).toMatchObject({ score: 4, comment: 'It helped.', mayPublish: false })
})

test('after deleting a rating, the member can rate the session again', async () => {
  const { user, requests } = openPanel(ratingAnswer(saved), granted(deleteRating, null), ratingAnswer(null))
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  expect(await screen.findByRole('button', { name: 'Save rating' })).toBeTruthy()
  expect(requests[1]?.method).toBe('DELETE')
})

test('a member under 18 sees the reason instead of the consent box', async () => {
  const { user, requests } = openPanel(
    ratingAnswer(null, { canPublish: false }),
    granted(rateSession, saved),
    ratingAnswer(saved),
  )
  expect(await screen.findByText(/We won’t publish them while your profile says you’re under 18/)).toBeTruthy()
  expect(screen.queryByRole('checkbox')).toBeNull()
  await user.click(screen.getByLabelText('4 – Helpful'))
  await user.click(screen.getByRole('button', { name: 'Save rating' }))
  await screen.findByText(/Only our team can read your words/)
  expect(requests[1]?.body).toMatchObject({ score: 4, mayPublish: false })
})

test('the rating panel is hidden for a session that was not held', async () => {
  const { requests } = openPanel(ratingAnswer(null, { canRate: false }))
  await expect.poll(() => requests.length).toBe(1)
  expect(screen.queryByRole('heading')).toBeNull()
})
