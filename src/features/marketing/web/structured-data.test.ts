import { expect, test } from 'vitest'
import { breadcrumbData, questionsData } from './structured-data.ts'

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
