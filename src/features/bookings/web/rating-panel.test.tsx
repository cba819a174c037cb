// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type FakeAnswer, fakeServer, granted, refused } from '../../../../tests/web/fake-server.ts'
import { visit } from '../../../../tests/web/visit.tsx'
import { getRating, type Rating, rateSession, removeRating } from '../contract/rating.ts'
import { RatingPanel } from './rating-panel.tsx'

const bookingId = '0196b3a0-0000-7000-8000-000000000001'
const consent = { version: '2026-11', text: 'You may publish my words.', shownName: 'Ada' }
const said: Rating = { score: 4, words: 'It helped.', mayPublish: false, ratedAt: '2026-11-20T10:00:00.000Z' }
const found = (rating: Rating | null, { canRate = true, canPublish = true } = {}) =>
  granted(getRating, { canRate, rating, canPublish, consent })

function open(...answers: FakeAnswer[]) {
  const { requests } = fakeServer(...answers)
  return { requests, ...visit('/', { '/': () => <RatingPanel bookingId={bookingId} /> }) }
}

test('a member says how it was; the box for publishing is not ticked beforehand', async () => {
  const { user, requests } = open(found(null), granted(rateSession, said), found(said))
  await user.click(await screen.findByLabelText('4 – Helpful'))
  await user.type(screen.getByLabelText('In your words (optional)'), 'It helped.')
  expect((screen.getByLabelText(consent.text) as HTMLInputElement).checked).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Save rating' }))

  expect(await screen.findByText('4 of 5: Helpful')).toBeTruthy()
  expect(requests[1]).toMatchObject({
    method: 'PUT',
    body: { score: 4, words: 'It helped.', mayPublish: false, consentVersion: '2026-11', shownName: 'Ada' },
  })
})

test('a page that has just been opened leaves the focus where it is', async () => {
  open(found(said))
  await screen.findByText('4 of 5: Helpful')
  expect(document.activeElement).toBe(document.body)
})

test('who ticks the box sends which text they read', async () => {
  const { user, requests } = open(found(null), granted(rateSession, { ...said, mayPublish: true }), found(said))
  await user.click(await screen.findByLabelText('5 – Very helpful'))
  await user.type(screen.getByLabelText('In your words (optional)'), 'Yes')
  await user.click(screen.getByLabelText(consent.text))
  await user.click(screen.getByRole('button', { name: 'Save rating' }))
  await screen.findByText(/4 of 5/)
  expect(requests[1]?.body).toMatchObject({ mayPublish: true, consentVersion: '2026-11' })
})

test('what is wrong is said beside its field, and other refusals above the button', async () => {
  const errors = { score: 'Please choose how it was' }
  const { user } = open(
    found(null),
    { status: 400, code: 'invalid-input', message: errors.score, errors },
    refused(rateSession, 'consent-changed'),
  )
  await user.click(await screen.findByRole('button', { name: 'Save rating' }))
  expect(await screen.findByText('Please choose how it was')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save rating' }))
  expect((await screen.findByRole('alert')).textContent).toContain('The text beside the box has changed')
})

test('a rating is changed from what it says now', async () => {
  const { user, requests } = open(found({ ...said, mayPublish: true }), granted(rateSession, said), found(said))
  await user.click(await screen.findByRole('button', { name: 'Change' }))
  expect((screen.getByLabelText(consent.text) as HTMLInputElement).checked).toBe(true)
  await user.click(screen.getByLabelText(consent.text))
  await user.click(screen.getByRole('button', { name: 'Save rating' }))
  await screen.findByText(/It is not published/)
  expect(requests[1]?.body).toMatchObject({ score: 4, words: 'It helped.', mayPublish: false })
})

test('a rating is taken back, and can be given anew', async () => {
  const { user, requests } = open(found(said), granted(removeRating, null), found(null))
  await user.click(await screen.findByRole('button', { name: 'Take back' }))
  expect(await screen.findByRole('button', { name: 'Save rating' })).toBeTruthy()
  expect(requests[1]?.method).toBe('DELETE')
})

test('beside the box stands under which name the words would be published, and that it is for adults', async () => {
  open(found(null))
  const box = await screen.findByLabelText(consent.text)
  const hint = document.getElementById(box.getAttribute('aria-describedby') ?? '')
  expect(hint?.textContent).toMatch(/“Ada”.*18 or older/)
})

test('whoever is under 18 is not asked to publish, and is told why', async () => {
  const { user, requests } = open(found(null, { canPublish: false }), granted(rateSession, said), found(said))
  expect(await screen.findByText(/that you are under 18, none of your words are published/)).toBeTruthy()
  expect(screen.queryByRole('checkbox')).toBeNull()
  await user.click(screen.getByLabelText('4 – Helpful'))
  await user.click(screen.getByRole('button', { name: 'Save rating' }))
  await screen.findByText(/It is not published/)
  expect(requests[1]?.body).toMatchObject({ score: 4, mayPublish: false })
})

test('of a session that was not held nothing is asked', async () => {
  const { requests } = open(found(null, { canRate: false }))
  await expect.poll(() => requests.length).toBe(1)
  expect(screen.queryByRole('heading')).toBeNull()
})
