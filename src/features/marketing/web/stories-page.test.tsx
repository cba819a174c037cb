// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listPublishableRatings } from '#features/bookings/contract/rating.ts'
import { fakeServer, granted, refused } from '../../../../tests/web/fake-server.ts'
import { givenMember } from '../../../../tests/web/people.ts'
import { visit } from '../../../../tests/web/visit.tsx'
import { changeStory, getStaffStory, listStaffStories, type StaffStory } from '../contract/story.ts'
import { tellStory } from '../contract.ts'
import * as listPage from './stories-page.tsx'
import * as page from './story-page.tsx'

const story: StaffStory = {
  id: '0196b3a0-0000-7000-8000-0000000000aa',
  serviceType: 'BIZ_FUTURE',
  isIllustrative: true,
  title: 'A bakery',
  start: 'Quiet mornings.',
  work: 'One goal.',
  result: 'A queue.',
  quote: null,
  isShown: true,
  toldAt: '2026-11-22T10:00:00.000Z',
  version: 1,
}
const rating = {
  bookingId: '0196b3a0-0000-7000-8000-0000000000bb',
  firstName: 'Grace',
  score: 5,
  words: '<b>It helped.</b>',
  serviceType: 'MY_FUTURE' as const,
  ratedAt: '2026-11-21T10:00:00.000Z',
}

test('made-up stories and those that are not shown are marked, and released words can become a story', async () => {
  givenMember()
  const stories = granted(listStaffStories, { items: [{ ...story, isShown: false }], nextCursor: null })
  const ratings = granted(listPublishableRatings, { items: [rating], nextCursor: null })
  const { requests } = fakeServer(
    stories,
    ratings,
    refused(tellStory, 'title-taken'),
    granted(tellStory, { ...story, isIllustrative: false }),
    stories,
    ratings,
  )
  const { user } = visit('/admin/stories', { '/admin/stories': listPage })
  expect(await screen.findByText('Made up')).toBeTruthy()
  expect(screen.getByText('Not shown')).toBeTruthy()
  expect(screen.getByText('<b>It helped.</b>')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Tell this story' }))
  await user.type(screen.getByLabelText('Title'), 'A new way')
  for (const name of ['At the start', 'What we did', 'What changed'])
    await user.type(screen.getByLabelText(name), 'So.')
  await user.click(screen.getByRole('button', { name: 'Publish the story' }))
  const sentence = await screen.findByText(/^Another story of this service has this title/)
  expect(screen.getByLabelText('Title').getAttribute('aria-describedby')).toContain(sentence.closest('[id]')?.id)
  await user.click(screen.getByRole('button', { name: 'Publish the story' }))
  expect(await screen.findByText('The story is published.')).toBeTruthy()
  expect(requests[3]?.body).toMatchObject({ ratingId: rating.bookingId, title: 'A new way', start: 'So.' })
})

test('a story is taken off the pages, and what is typed stays where somebody was earlier', async () => {
  givenMember()
  const { requests } = fakeServer(
    granted(getStaffStory, story),
    refused(changeStory, 'changed-meanwhile'),
    granted(changeStory, { ...story, version: 2, isShown: false }),
  )
  const { user } = visit(`/admin/stories/${story.id}`, { '/admin/stories/:storyId': page })
  expect(await screen.findByText(/^This story is made up/)).toBeTruthy()
  await user.type(screen.getByLabelText('Title'), ' with a queue')
  await user.click(screen.getByLabelText('Shown on the public page'))
  await user.click(screen.getByRole('button', { name: 'Save story' }))
  expect(await screen.findByText(/^Somebody else has changed this story/)).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('A bakery with a queue')
  await user.click(screen.getByRole('button', { name: 'Save story' }))
  expect(await screen.findByText(/^Saved[.]/)).toBeTruthy()
  expect(requests[2]?.body).toMatchObject({ version: 1, isShown: false, title: 'A bakery with a queue' })
})
