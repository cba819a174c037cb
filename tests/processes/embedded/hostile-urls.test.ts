import { Agent, request } from 'node:http'
import { expect, test } from 'vitest'
import routes from '#app/web/routes.ts'
import { inParallel } from '../../support/app/in-parallel.ts'
import { newSiteDirectory } from '../../support/app/temporary.ts'
import { findLeaks } from '../../support/fuzz/find-leaks.ts'
import { hostileHeaders, hostileTexts } from '../../support/fuzz/hostile-values.ts'
import { encode } from '../../support/fuzz/make-request.ts'
import { createRandom } from '../../support/proof/random.ts'
import { recordMeasurement } from '../../support/proof/record-measurement.ts'
import { isStressTest, stressTestSize } from '../../support/proof/stress-test-size.ts'
import { startSite } from '../../support/site/start-site.ts'

type Route = { path?: string; children?: Route[] }
const AT_ONCE = 4

type HostileRequest = { method: string; path: string; headers: Record<string, string> }

const files = [
  '/robots.txt',
  '/sitemap.xml',
  '/manifest.webmanifest',
  '/favicon.svg',
  '/video/my-future.mp4',
  '/assets/*',
]
const pages = [...listPaths(routes as Route[], ''), ...files]
/** Names of tables and constraints must not appear on a page. */
const constraintNames = /\b\w+_(?:pkey|fkey|check|idx|key)\b/

// S9 in docs/promises.md for pages and files; fuzz.test.ts covers the API.
test('every hostile request for a page or file is answered in time, without internal details', async () => {
  const count = stressTestSize('ADDRESSES', 200)
  await using site = await startSite({ directory: await newSiteDirectory(), environment: { LOG_LEVEL: 'error' } })
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const numbers = Array.from({ length: count }, (_, index) => index)

  const answers = await inParallel(numbers, AT_ONCE, async (index) => {
    const hostileRequest = makeHostileRequest(index)
    return { hostileRequest, ...(await ask(site.url, hostileRequest, agent)) }
  })
  agent.destroy()

  const failures = answers.flatMap(({ hostileRequest, status, text, milliseconds }) => {
    const leaks = findLeaks(text, constraintNames, JSON.stringify(hostileRequest))
    // `npm test` runs several tests in parallel, so times vary.
    const isSlow = isStressTest && milliseconds > 6_000
    const isWrong = status === 0 || status >= 500 || isSlow || leaks.length > 0
    return isWrong ? [{ hostileRequest, status, leaks, milliseconds, text: text.slice(0, 200) }] : []
  })
  const slowest = Math.max(...answers.map(({ milliseconds }) => milliseconds))
  recordMeasurement(
    'S9',
    `${count} requests to ${pages.length} pages and files, ${failures.length} wrong, slowest ${Math.round(slowest)} ms`,
    '0 × 5xx, 0 over 6 s, 0 leaks',
  )
  expect(failures.slice(0, 10)).toEqual([])
  expect(site.output()).not.toContain('"level":50')
  expect((await fetch(`${site.url}/readyz`)).status).toBe(200)
})

function listPaths(routeList: Route[], parentPath: string): string[] {
  return routeList.flatMap(({ path, children = [] }) => {
    const ownPath = path === undefined ? parentPath : `${parentPath}/${path}`
    return children.length > 0 ? listPaths(children, ownPath) : [ownPath || '/']
  })
}

function makeHostileRequest(index: number): HostileRequest {
  const dice = createRandom(index)
  const text = () => encode(dice.oneOf(...hostileTexts).slice(0, 3_000))
  const path = dice.oneOf(...pages).replaceAll(/:\w+\??|\*/g, text)
  const spelledPath = dice.isSo(0.1)
    ? path + dice.oneOf('/', '//', '/.', '/%2e%2e', '%', '%00', '%ff', '.data', ';x')
    : path
  const query = dice.isSo(0.5) ? `?${dice.oneOf('token', 'from', 'package', 'market', 'x', text())}=${text()}` : ''
  const [name, value] = dice.oneOf(
    ...hostileHeaders.filter(([header]) => header !== 'expect' && header !== '__proto__'),
  )
  const method = dice.isSo(0.9) ? 'GET' : dice.oneOf('HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH')
  return { method, path: spelledPath + query, headers: dice.isSo(0.4) ? { [name]: value } : {} }
}

function ask(url: string, hostileRequest: HostileRequest, agent: Agent) {
  const startedAt = performance.now()
  return new Promise<{ status: number; text: string; milliseconds: number }>((resolve) => {
    const end = (status: number, text: string) => resolve({ status, text, milliseconds: performance.now() - startedAt })
    const { port } = new URL(url)
    const signal = AbortSignal.timeout(60_000)
    const call = request({ ...hostileRequest, host: 'localhost', port, agent, signal }, async (response) => {
      const isText = /text|json|xml/.test(`${response.headers['content-type']}`)
      const content = Buffer.concat(await response.toArray())
      end(response.statusCode ?? 0, isText ? content.toString() : '')
    })
    call.once('error', (error) => end(0, String(error)))
    call.end()
  })
}
