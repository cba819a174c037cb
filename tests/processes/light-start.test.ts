import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findPostgres, startTemporaryPostgres } from '#platform/server/db/temporary-postgres.ts'
import { startProvider } from '../support/start-provider.ts'
import { freePort, startSite } from '../support/start-site.ts'

/** Memory and time cannot be held by a test on a busy machine; what costs them can: docs/decisions/0034. */

const binaries = findPostgres(process.env.PATH)
if (!binaries) throw new Error('A process without the embedded database needs a server: npm run test:postgres')
const opened = new AsyncDisposableStack()
afterAll(() => opened.disposeAsync())
const postgres = await startTemporaryPostgres(binaries, { isDurable: false })
opened.defer(postgres.stop)
const provider = await startProvider(`http://localhost:${await freePort()}`)
opened.defer(async () => void provider.stop())
const folder = mkdtempSync(join(tmpdir(), 'futureworld-modules-'))
opened.defer(async () => rmSync(folder, { recursive: true, force: true }))

/** Writes down every module that a process loads. */
const listing = `import { registerHooks } from 'node:module'
import { writeFileSync } from 'node:fs'
const loaded = []
registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context) } })
process.on('exit', () => writeFileSync(process.env.MODULES_FILE, loaded.join('\\n')))`

async function modulesOfIdleSite(): Promise<string[]> {
  const MODULES_FILE = join(folder, 'modules')
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(listing)}`
  const environment = { ...provider.environment, DATABASE_URL: postgres.url, MODULES_FILE, NODE_OPTIONS }
  await using site = await startSite({ environment })
  expect((await fetch(site.url)).status).toBe(200)
  expect(await site.stop()).toBe(0)
  return readFileSync(MODULES_FILE, 'utf8').split('\n')
}

const modules = await modulesOfIdleSite()

test('the site runs from its build: of the sources a start reads only what builds them', () => {
  const sources = modules
    .filter((url) => /^file:(?!.*[/]node_modules[/]).*[/]src[/]/.test(url))
    .map((url) => url.replace(/.*[/]src[/]/, ''))
  expect(sources.sort()).toEqual(['app/server/build-web.ts', 'app/server/start.ts', 'platform/server/start-refused.ts'])
})

test.each([
  '@aws-sdk/client-s3',
  '@electric-sql/pglite',
  '@opentelemetry/sdk-trace',
  'age-encryption',
  'pdfkit',
  'sharp',
  'vite',
])('a process that idles on PostgreSQL has not loaded %s', (name) => {
  expect(modules.filter((url) => url.includes(`/node_modules/${name}/`))).toEqual([])
})

test.each(['draw-document', 'fill-with-demo', 'pglite-pool', 'start-sandbox'])(
  'a process that idles on PostgreSQL has not loaded %s, which is a file of its own',
  (name) => {
    expect(readdirSync('build/site').filter((file) => file.startsWith(`${name}-`))).toHaveLength(1)
    expect(modules.filter((url) => url.includes(`/build/site/${name}-`))).toEqual([])
  },
)
