import { expect, test } from 'vitest'
import { countByStatus, raiseStorm } from '../support/login-storm.ts'
import { startSite } from '../support/start-site.ts'

// How quick pages are meanwhile, and how large the process, is looked at by `npm run test:storm`.
test('a storm of logins is answered or told when to come back, while pages are served', async () => {
  await using site = await startSite({ environment: { TRUST_PROXY: 'loopback' } })
  const storm = { loginsPerSecond: 400, pagesPerSecond: 50, seconds: 1 }
  await (await fetch(site.url)).text()

  // An address that nobody has costs the site as much as one that somebody has.
  const { logins, pages } = await raiseStorm(site.url, storm, (index) => ({
    email: `${index}@storm.example`,
    password: 'a long enough password',
  }))

  const statuses = countByStatus(logins)
  expect(Object.keys(statuses)).toEqual(['400', '503'])
  expect(statuses[503]).toBeGreaterThan(50)
  expect(logins.every(({ status, retryAfter }) => status !== 503 || retryAfter > 0)).toBe(true)
  expect(countByStatus(pages)).toEqual({ 200: 50 })
  // It is over when it is over.
  expect((await fetch(`${site.url}/readyz`)).status).toBe(200)
})
