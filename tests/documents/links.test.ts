import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const documents = globSync(['*.md', '{docs,src,packages,operations}/**/*.md'], { exclude: ['**/node_modules'] })

/** Turns a heading into its anchor as code hosts do. */
const toAnchor = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

const headings = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => heading)

function isBroken(document: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? document : join(dirname(document), path)
  if (!existsSync(target)) return true
  return anchor !== undefined && !(statSync(target).isFile() && headings(target).map(toAnchor).includes(anchor))
}

test('every link between documents leads somewhere', () => {
  const broken = documents.flatMap((document) =>
    [...readFileSync(document, 'utf8').matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => isBroken(document, link))
      .map((link) => `${document}: ${link}`),
  )
  expect(documents.length).toBeGreaterThan(50)
  expect(broken).toEqual([])
})

test('every reference to the specification or a product decision names one that exists', () => {
  const sections = headings('docs/specification.md').flatMap((heading) => /^(\d+)\./.exec(heading)?.[1] ?? [])
  const decisions = headings('docs/decisions/product.md').flatMap((heading) => /^(D\d+) /.exec(heading)?.[1] ?? [])
  const sources = [...documents, ...globSync('{src,tests,packages,scripts,migrations}/**/*.{ts,tsx,sql}')]
  const labels = sources.flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/SPEC §(?<section>\d+)|PRODUCT (?<decision>D\d+)/g),
  ])
  expect(labels.length).toBeGreaterThan(200)
  const unknown = labels.filter(({ groups: { section, decision } = {} }) =>
    section ? !sections.includes(section) : !decisions.includes(decision ?? ''),
  )
  expect(unknown.map(([label]) => label)).toEqual([])
})
