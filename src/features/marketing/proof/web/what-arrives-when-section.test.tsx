import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { seededPackage, seededPackages } from '#tests/support/web/packages.ts'
import { ConsultationMinutes } from './consultation-minutes-section.tsx'
import { WhatArrivesWhen } from './what-arrives-when-section.tsx'

test('without packages, calls or lines, neither section is shown', () => {
  const withoutLines = { ...seededPackage('biz-future-basic'), lines: [] }
  for (const packages of [[], [withoutLines]]) {
    expect(renderToStaticMarkup(<WhatArrivesWhen packages={packages} />)).toBe('')
    expect(renderToStaticMarkup(<ConsultationMinutes packages={packages} />)).toBe('')
  }
})

test('the calls open without scripts, and the first is open as soon as their section is', () => {
  const html = renderToStaticMarkup(<ConsultationMinutes packages={seededPackages} />)
  expect(html.match(/<details[^>]*>/g)).toHaveLength(9)
  expect(html.match(/<details open=""/g)).toHaveLength(1)
  expect(html).toContain('10 minutes, in MY FUTURE WEEK and MY FUTURE X')
})
