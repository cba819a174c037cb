import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))

test('every runtime dependency has its reason written down, and no other', () => {
  const rows = readFileSync('docs/dependencies.md', 'utf8').matchAll(/^\| `(?<name>[^`]+)` *\|/gm)
  expect([...rows].map(({ groups }) => groups?.name)).toEqual(Object.keys(dependencies).sort())
})

test('every dependency is pinned to one version', () => {
  const versions = Object.entries<string>({ ...dependencies, ...devDependencies, ...optionalDependencies })
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
})

test('there are at most 45 direct runtime dependencies', () => {
  expect(Object.keys(dependencies).length).toBeLessThanOrEqual(45)
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
