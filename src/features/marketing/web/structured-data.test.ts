import { expect, test } from 'vitest'
import type { Company } from '#features/company/contract.ts'
import { findTranscript } from '../video/web/transcripts.ts'
import { articleData, breadcrumbData, filmData, questionsData } from './structured-data.ts'

const page = { url: 'https://example.org/services/x', publicUrl: 'https://example.org' }

test('structured data contains the FAQ and the breadcrumb from the home page', () => {
  expect(questionsData([{ question: 'Why?', answer: 'Because.' }]).mainEntity).toEqual([
    { '@type': 'Question', name: 'Why?', acceptedAnswer: { '@type': 'Answer', text: 'Because.' } },
  ])
  expect(breadcrumbData('About us', page).itemListElement).toMatchObject([
    { position: 1, item: 'https://example.org/' },
    { position: 2, name: 'About us', item: page.url },
  ])
})

test('a guide is an article by the company, with its dates, and is listed under the page of all guides', () => {
  const guide = {
    id: '',
    slug: 'x',
    serviceType: null,
    title: 'Choosing',
    summary: 'How to choose',
    picture: 'choosing',
    readingMinutes: 4,
    publishedAt: '2026-11-28T00:00:00.000Z',
    updatedAt: '2026-12-01T00:00:00.000Z',
  }
  expect(articleData(guide, { brandName: 'FutureWorld' } as Company, page)).toMatchObject({
    '@type': 'Article',
    headline: 'Choosing',
    datePublished: '2026-11-28T00:00:00.000Z',
    dateModified: '2026-12-01T00:00:00.000Z',
    mainEntityOfPage: page.url,
    author: { '@id': 'https://example.org/#organization', name: 'FutureWorld' },
  })
  expect(breadcrumbData('Choosing', page, [{ name: 'Guides', path: '/guides' }]).itemListElement).toMatchObject([
    { position: 1, name: 'Home' },
    { position: 2, name: 'Guides', item: 'https://example.org/guides' },
    { position: 3, name: 'Choosing', item: page.url },
  ])
})

test('a film has the addresses of its files, its length and its words', () => {
  expect(filmData(findTranscript('study-world'), 'Guidance abroad', page)).toMatchObject({
    '@type': 'VideoObject',
    description: 'Guidance abroad',
    thumbnailUrl: 'https://example.org/video/study-world.jpg',
    contentUrl: 'https://example.org/video/study-world.mp4',
    duration: 'PT38S',
    transcript: expect.stringMatching(
      /^Somewhere out there is your course. There are universities .* another country.$/,
    ),
  })
})
