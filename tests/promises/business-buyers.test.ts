import { type ComponentType, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { ANSWER_DAYS } from '#features/deliverables/consultant/contract.ts'
import HomePage from '#features/marketing/home/web/home-page.tsx'
import TermsPage from '#features/marketing/legal/web/terms-page.tsx'
import BizFuturePage, { content as bizFuture } from '#features/marketing/services/web/biz-future-page.tsx'
import MyFuturePage from '#features/marketing/services/web/my-future-page.tsx'
import StudyWorldPage from '#features/marketing/services/web/study-world-page.tsx'
import CancelContractPage from '#features/marketing/web/cancel-contract-page.tsx'
import { startsAtOnce } from '#features/purchases/rules.ts'
import { company } from '#tests/support/web/company.ts'
import { seededPackages } from '#tests/support/web/packages.ts'

/** Words about the right to cancel and the choice of the day, which are for consumers only (PRODUCT D19). */
const consumersOnly = /14 days|14-day|fifteenth/

const pages: [string, ComponentType][] = [
  ['home', HomePage],
  ['MY FUTURE', MyFuturePage],
  ['STUDY WORLD', StudyWorldPage],
  ['BIZ FUTURE', BizFuturePage],
  ['Cancel a contract', CancelContractPage],
]

test.each(pages)('%s says of each consumer’s right that a business doesn’t have it', (_name, page) => {
  const paragraphs = listParagraphs(page).filter((text) => consumersOnly.test(text))
  expect(paragraphs).not.toEqual([])
  expect(paragraphs.filter((text) => !/consumer|for a business/.test(text))).toEqual([])
})

test('BIZ FUTURE says what applies to a business before what applies to a consumer', () => {
  const [first] = listParagraphs(BizFuturePage).filter((text) => consumersOnly.test(text))
  expect(first).toMatch(/^Buying for a business\? Your package starts as soon as you’ve paid/)
  expect(startsAtOnce({ consent: { start: null }, buyer: { kind: 'business' } })).toBe(true)
})

test('the sentence in the terms to which the pages link excludes businesses', () => {
  const sentence = /<p id="business">(.*?)<\/p>/.exec(render(TermsPage))?.[1]
  expect(sentence).toMatch(/^If you buy for a business, this right doesn’t apply/)
  const [cancel, refunds] = ['cancel', 'refunds'].map(
    (id) => new RegExp(`<section id="${id}".*?<p>(.*?)</p>`).exec(render(TermsPage))?.[1],
  )
  expect([cancel, refunds]).toEqual([
    expect.stringMatching(/^If you buy as a consumer/),
    expect.stringMatching(/^If you buy as a consumer/),
  ])
})

test('BIZ FUTURE names the days after which we may deliver without an answer', () => {
  const texts = bizFuture.yourPart?.map(({ text }) => text)
  expect(texts).toContainEqual(expect.stringContaining(`If you don’t answer for ${ANSWER_DAYS} days`))
})

/** The texts of a page's paragraphs and list items. */
function listParagraphs(page: ComponentType): string[] {
  return render(page)
    .split(/<(?:p|li|dt|dd|td|h\d)\b[^>]*>/)
    .map((html) => html.replaceAll(/<[^>]*>/g, ''))
}

function render(page: ComponentType): string {
  const loaderData = {
    page: {
      company,
      note: '',
      packages: seededPackages,
      samples: [],
      hasConsultants: false,
      consultants: [],
      stories: [],
      guides: [],
    },
  }
  const Stub = createRoutesStub([{ id: 'page', path: '/', Component: page }])
  return renderToStaticMarkup(createElement(Stub, { hydrationData: { loaderData } }))
}
