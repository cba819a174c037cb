import { expect, test } from 'vitest'
import { shrinkManifest } from './shrink-route-manifest.ts'

test('the route manifest has no false fields, and no files that the entry has loaded', () => {
  const routes = {
    root: {
      id: 'root',
      path: '',
      hasLoader: true,
      hasAction: false,
      module: '/root.js',
      imports: ['/b.js', '/base.js', '/a.js'],
    },
  }
  const table = `window.__reactRouterManifest=${JSON.stringify({ entry: { module: '/entry.js', imports: ['/base.js'] }, routes, version: 'one' })};`

  expect(shrinkManifest(table)).toBe(
    'window.__reactRouterManifest={"entry":{"module":"/entry.js","imports":["/base.js"]},"version":"one","routes":' +
      '{"root":{"id":"root","path":"","hasLoader":true,"module":"/root.js","imports":["/a.js","/b.js"]}}};',
  )
})
