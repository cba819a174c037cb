import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listPublishableRatings } from '#features/bookings/ratings/contract.ts'
import { fakeServer, granted, refused } from '#tests/support/web/fake-server.ts'
import { givenMember } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { type AdminStory, getAdminStory, listAdminStories, updateStory } from '../contract/admin-stories.ts'
import { publishStory } from '../contract.ts'
import * as listPage from './admin-stories-page.tsx'
import * as page from './admin-story-page.tsx'

const story: AdminStory = {
  id: '0196b3a0-0000-7000-8000-0000000000aa',
  serviceType: 'BIZ_FUTURE',
  isIllustrative: true,
  title: 'A bakery',
  start: 'Quiet mornings.',
  work: 'One goal.',
  result: 'A queue.',
  quote: null,
  isShown: true,
  publishedAt: '2026-11-22T10:00:00.000Z',
  version: 1,
}
const rating = {
  bookingId: '0196b3a0-0000-7000-8000-0000000000bb',
  firstName: 'Grace',
  score: 5,
  comment: '<b>It helped.</b>',
  serviceType: 'MY_FUTURE' as const,
  ratedAt: '2026-11-21T10:00:00.000Z',
}

test('illustrative and hidden stories are marked, and an allowed rating can become a story', async () => {
  givenMember()
  const stories = granted(listAdminStories, { items: [{ ...story, isShown: false }], nextCursor: null })
  const ratings = granted(listPublishableRatings, { items: [rating], nextCursor: null })
  const { requests } = fakeServer(
    stories,
    ratings,
    refused(publishStory, 'title-taken'),
    granted(publishStory, { ...story, isIllustrative: false }),
    stories,
    ratings,
  )
  const { user } = visit('/admin/stories', { '/admin/stories': listPage })
  expect(await screen.findByText('Illustrative')).toBeTruthy()
  expect(screen.getByText('Hidden')).toBeTruthy()
  expect(screen.getByText('<b>It helped.</b>')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Write a story' }))
  await user.type(screen.getByLabelText('Title'), 'A new way')
  for (const name of ['Starting point', 'Our work', 'The result']) await user.type(screen.getByLabelText(name), 'So.')
  await user.click(screen.getByRole('button', { name: 'Publish story' }))
  const sentence = await screen.findByText(/^Another story for this service has this title/)
  expect(screen.getByLabelText('Title').getAttribute('aria-describedby')).toContain(sentence.closest('[id]')?.id)
  await user.click(screen.getByRole('button', { name: 'Publish story' }))
  expect(await screen.findByText('Story published.')).toBeTruthy()
  expect(requests[3]?.body).toMatchObject({ ratingId: rating.bookingId, title: 'A new way', start: 'So.' })
})

test('a story can be hidden, and a concurrent change keeps the input', async () => {
  givenMember()
  const { requests } = fakeServer(
    granted(getAdminStory, story),
    refused(updateStory, 'edited-elsewhere'),
    granted(updateStory, { ...story, version: 2, isShown: false }),
  )
  const { user } = visit(`/admin/stories/${story.id}`, { '/admin/stories/:storyId': page })
  expect(await screen.findByText(/^This story is invented/)).toBeTruthy()
  await user.type(screen.getByLabelText('Title'), ' with a queue')
  await user.click(screen.getByLabelText('Show on the public page'))
  await user.click(screen.getByRole('button', { name: 'Save story' }))
  expect(await screen.findByText(/^Someone else has since changed this story/)).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('A bakery with a queue')
  await user.click(screen.getByRole('button', { name: 'Save story' }))
  expect(await screen.findByText(/^Saved[.]/)).toBeTruthy()
  expect(requests[2]?.body).toMatchObject({ version: 1, isShown: false, title: 'A bakery with a queue' })
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save story' }))
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('A bakery')
})
