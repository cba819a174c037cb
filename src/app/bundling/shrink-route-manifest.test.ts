import { expect, test } from 'vitest'
import { shrinkManifest } from './shrink-route-manifest.ts'

test('the route manifest has the same content in fewer bytes', () => {
  const routes = {
    root: { id: 'root', path: '', hasLoader: true, hasAction: false, module: '/root.js', imports: ['/b.js', '/a.js'] },
  }
  const table = `window.__reactRouterManifest=${JSON.stringify({ entry: { module: '/entry.js' }, routes, version: 'one' })};`

  expect(shrinkManifest(table)).toBe(
    'window.__reactRouterManifest={"entry":{"module":"/entry.js"},"version":"one","routes":' +
      '{"root":{"id":"root","path":"","hasLoader":true,"module":"/root.js","imports":["/a.js","/b.js"]}}};',
  )
})
