import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((name) => join('docs', name)),
].filter((name) => name.endsWith('.md'))

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))

for (const document of documents) {
  const text = readFileSync(document, 'utf8')

  test(`${document} names only commands that exist`, () => {
    const named = [...text.matchAll(/npm run (?<name>[\w:-]+)/g)].map(({ groups }) => groups?.name ?? '')
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })

  test(`${document} links only to what exists`, () => {
    const links = [...text.matchAll(/\]\((?<target>[^)#]+)\)/g)].map(({ groups }) => groups?.target ?? '')
    const local = links.filter((target) => !target.startsWith('http'))
    expect(local.filter((target) => !existsSync(join(dirname(document), target)))).toEqual([])
  })

  test(`${document} names only source files that exist`, () => {
    const paths = [...text.matchAll(/`(?<path>(?:src|tests|scripts|features|platform|app)\/[\w./-]+\.(?:tsx?|mjs))`/g)]
    const missing = paths
      .map(({ groups }) => groups?.path ?? '')
      .filter((path) => !existsSync(path) && !existsSync(join('src', path)))
    expect(missing).toEqual([])
  })
}
