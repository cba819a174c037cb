import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { areaGraph } from '../support/app/boundaries.ts'

const areaDescriptions = globSync('src/features/*/README.md').map((file) => file.replaceAll('\\', '/'))
const documents = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/testing.md', ...areaDescriptions]

test('the area diagram has exactly the edges that are checked', () => {
  const [, diagram = ''] = /```mermaid\ngraph TD\n(.*?)```/s.exec(readFileSync('ARCHITECTURE.md', 'utf8')) ?? []
  const drawn = diagram
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/ --> | & /))
    .map(([area = '', ...mayUse]) => [area, mayUse.sort()])
  const checked = Object.entries(areaGraph).map(([area, mayUse]) => [area, [...mayUse].sort()])
  expect(drawn.sort()).toEqual(checked.sort())
})

test.each(documents)('%s names only files and folders that exist', (document) => {
  const paths = findPaths(readFileSync(document, 'utf8'))
  expect(paths).not.toEqual([])
  expect(paths.filter((path) => !exists(path, document))).toEqual([])
})

test.each(areaDescriptions)('%s names every room in its area', (document) => {
  const layerFolder = /^(contract|rules|server|web)$/
  const folders = globSync(`${dirname(document)}/*`, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const rooms = folders.map(({ name }) => name).filter((name) => !layerFolder.test(name))
  const namedPaths = findPaths(readFileSync(document, 'utf8')).map((path) => path.replace(/\/$/, ''))
  expect(rooms.filter((room) => !namedPaths.includes(room))).toEqual([])
})

/**
 * Finds quoted text that contains a slash or looks like a file name. Site addresses, which begin with a slash, and
 * files that npm creates don't count.
 */
function findPaths(text: string): string[] {
  return [...text.matchAll(/`([\w.*{},-][\w.*{},/-]*)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => path.includes('/') || /\.(tsx?|mjs|md|sql)$/.test(path))
    .filter((path) => !path.startsWith('node_modules/'))
}

/**
 * Looks in the root, in `src` and in the area that the document describes. Other documents may name files from any
 * folder of `src`.
 */
function exists(path: string, document: string): boolean {
  const areaFolder = areaDescriptions.includes(document) ? dirname(document) : 'src/**'
  return ['.', 'src', areaFolder].some((folder) => globSync(join(folder, path)).length > 0)
}
