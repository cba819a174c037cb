import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const names = findAlternatives(readFileSync('operations/haproxy/haproxy.cfg', 'utf8'))

test("the proxy's log redacts the address of each page with a token in it", () => {
  const routes = readFileSync('src/app/web/routes.ts', 'utf8')
  const withToken = Array.from(routes.matchAll(/'([a-z-]+)\/:token\?'/g), ([, name]) => name)
  expect(withToken.length).toBeGreaterThan(2)
  expect(withToken.filter((name) => !names.includes(name ?? ''))).toEqual([])
})

test('the document lists all addresses that other proxies must redact', () => {
  const document = readFileSync('docs/operations/configuration.md', 'utf8')
  const paragraph = document.split('\n\n').find((text) => text.startsWith('Addresses with ')) ?? ''
  const [sentence = ''] = paragraph.split(' are private')
  expect(Array.from(sentence.matchAll(/`\/([a-z-]+)\/`/g), ([, name]) => name).toSorted()).toEqual(names)
})

function findAlternatives(configuration: string): string[] {
  const [, alternatives = ''] = /regsub\("\/\(([a-z|-]+)\)\//.exec(configuration) ?? []
  return alternatives.split('|').toSorted()
}
