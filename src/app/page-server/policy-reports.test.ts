import { expect, test } from 'vitest'
import { readMetrics } from '#tests/support/app/read-metrics.ts'
import { startApp } from '#tests/support/app/start-app.ts'

const asReport = { 'content-type': 'application/csp-report', 'sec-fetch-site': 'same-origin' }

function report(fields: object) {
  const addresses = { 'document-uri': 'http://localhost:5001/reset-password/canary', 'blocked-uri': 'inline' }
  return JSON.stringify({ 'csp-report': { ...addresses, ...fields } })
}

test('a policy violation is counted by its directive, and the rest of the report is discarded', async () => {
  await using app = await startApp({ logLevel: 'debug' })
  const send = (body: string) => app.stranger().send('POST', '/api/policy-reports', body, asReport)
  const scripts = report({ 'effective-directive': 'script-src-elem', disposition: 'enforce' })

  expect((await send(scripts)).status).toBe(204)
  await send(report({ 'violated-directive': "script-src 'self'" }))
  await send(report({ 'effective-directive': 'trusted-types', disposition: 'report' }))
  await send(report({ 'effective-directive': 'canary-src' }))
  await send('null')
  await send('{')

  const { text, read } = await readMetrics(app.url)
  const readCount = (directive: string, disposition: string) =>
    read('futureworld_policy_violations_total', `directive="${directive}",disposition="${disposition}"`)
  expect(readCount('script-src', 'enforce')).toBe(2)
  expect(readCount('trusted-types', 'report')).toBe(1)
  expect(readCount('other', 'enforce')).toBe(1)
  expect(text).not.toContain('canary')
  expect(app.logLines.join('')).not.toContain('canary')
})

test('a report that is too long, of another type, cross-site or over the limit is refused', async () => {
  await using app = await startApp()
  const browser = app.stranger()
  const send = (body: string, headers = asReport) => browser.send('POST', '/api/policy-reports', body, headers)

  expect((await send(report({ 'script-sample': 'x'.repeat(17_000) }))).status).toBe(413)
  expect((await send('{}', { ...asReport, 'content-type': 'application/json' })).status).toBe(415)
  expect((await send('{}', { ...asReport, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  for (let attempt = 0; attempt < 60; attempt += 1) expect((await send(report({}))).status).toBe(204)
  expect((await send(report({}))).status).toBe(429)
})
