import { expect, test } from 'vitest'
import { monthlyReport } from '#features/marketing/samples/server/monthly-report.ts'
import { content } from '#features/marketing/services/web/biz-future-page.tsx'

test('the link to the sample post leads to the page that shows it', () => {
  const sample = content.benefits.flatMap((benefit) => benefit.sample ?? []).find(({ name }) => /post/.test(name))
  const page = monthlyReport.pages[(sample?.page ?? 0) - 1]
  expect(page?.blocks.map(({ kind }) => kind)).toContain('post')
})
