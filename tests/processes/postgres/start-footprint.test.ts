import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeDatabase } from '../../support/app/server-database.ts'
import { newFolder } from '../../support/app/temporary.ts'
import { startProvider } from '../../support/site/start-provider.ts'
import { freePort, startSite } from '../../support/site/start-site.ts'

/**
 * On a busy machine, tests cannot limit memory and time, but they can limit which modules are loaded:
 * docs/decisions/0030.
 */

const resources = new AsyncDisposableStack()
afterAll(() => resources.disposeAsync())
const { url, drop } = await makeDatabase()
resources.defer(drop)
const provider = await startProvider(`http://localhost:${await freePort()}`)
resources.defer(async () => void provider.stop())
const folder = await newFolder(afterAll)

/** Records every module that a process loads. */
const recordModules = `import { registerHooks } from 'node:module'
import { writeFileSync } from 'node:fs'
const loaded = []
registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context) } })
process.on('exit', () => writeFileSync(process.env.MODULES_FILE, loaded.join('\\n')))`

async function listLoadedModules(): Promise<string[]> {
  const MODULES_FILE = join(folder, 'modules')
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(recordModules)}`
  const environment = { ...provider.environment, DATABASE_URL: url, MODULES_FILE, NODE_OPTIONS }
  await using site = await startSite({ environment })
  expect((await fetch(site.url)).status).toBe(200)
  expect(await site.stop()).toBe(0)
  return readFileSync(MODULES_FILE, 'utf8').split('\n')
}

const modules = await listLoadedModules()

test('the site runs from its build, and loads only the sources it needs to start and to build itself', () => {
  const sources = modules
    .filter((url) => /^file:(?!.*[/]node_modules[/]).*[/]src[/]/.test(url))
    .map((url) => url.replace(/.*[/]src[/]/, ''))
  expect(sources.sort()).toEqual([
    'app/bundling/build-site.ts',
    'cli/command.ts',
    'cli/main.ts',
    'cli/start.ts',
    'platform/server/operator-errors.ts',
    'platform/shared/durations.ts',
  ])
})

test.each([
  '@aws-sdk/client-s3',
  '@electric-sql/pglite',
  '@opentelemetry/sdk-trace',
  'age-encryption',
  'commander',
  'pdfkit',
  'sharp',
  'vite',
])('an idle process on PostgreSQL has not loaded %s', (name) => {
  expect(modules.filter((url) => url.includes(`/node_modules/${name}/`))).toEqual([])
})

test.each(['document-pdf', 'seed-demo', 'pglite-pool', 'stripe-sandbox'])(
  'an idle process on PostgreSQL has not loaded our own file %s',
  (name) => {
    expect(readdirSync('build/site').filter((file) => file.startsWith(`${name}-`))).toHaveLength(1)
    expect(modules.filter((url) => url.includes(`/build/site/${name}-`))).toEqual([])
  },
)
