import { expect, test } from 'vitest'
import { shrunk } from './shrink-route-table.ts'

test('the table of routes says the same in fewer words', () => {
  const routes = {
    root: { id: 'root', path: '', hasLoader: true, hasAction: false, module: '/root.js', imports: ['/b.js', '/a.js'] },
  }
  const table = `window.__reactRouterManifest=${JSON.stringify({ entry: { module: '/entry.js' }, routes, version: 'one' })};`

  expect(shrunk(table)).toBe(
    'window.__reactRouterManifest={"entry":{"module":"/entry.js"},"version":"one","routes":' +
      '{"root":{"id":"root","path":"","hasLoader":true,"module":"/root.js","imports":["/a.js","/b.js"]}}};',
  )
})
