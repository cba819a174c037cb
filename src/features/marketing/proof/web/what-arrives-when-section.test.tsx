import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { seededPackage, seededPackages } from '#tests/support/web/packages.ts'
import { CALLS_RULE } from '../rules.ts'
import { ConsultationMinutes } from './consultation-minutes-section.tsx'
import { PackageTimeline } from './what-arrives-when-section.tsx'

test('without packages or calls, the section about calls is not shown', () => {
  for (const packages of [[], [seededPackage('biz-future-basic')]])
    expect(renderToStaticMarkup(<ConsultationMinutes packages={packages} />)).toBe('')
})

test('what holds for calls is only said of a package with calls', () => {
  expect(renderToStaticMarkup(<PackageTimeline package={seededPackage('study-world-basic')} />)).toContain(CALLS_RULE)
  expect(renderToStaticMarkup(<PackageTimeline package={seededPackage('biz-future-basic')} />)).not.toContain(
    CALLS_RULE,
  )
})

test('the calls open without scripts, and the first is open as soon as their section is', () => {
  const html = renderToStaticMarkup(<ConsultationMinutes packages={seededPackages} />)
  expect(html.match(/<details[^>]*>/g)).toHaveLength(9)
  expect(html.match(/<details open=""/g)).toHaveLength(1)
  expect(html).toContain('10 minutes, in MY FUTURE WEEK and MY FUTURE X')
})
