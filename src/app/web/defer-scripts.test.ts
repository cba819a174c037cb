import { expect, test } from 'vitest'
import { deferScripts } from './defer-scripts.ts'

test('the router module is deferred and lists the files to preload', () => {
  const html =
    '<head><link rel="modulepreload" href="/assets/a.js"/><link rel="modulepreload" href="/assets/b.js"/></head>' +
    '<body><script>first()</script><script type="module" async="">import "/assets/a.js"</script></body>'

  expect(deferScripts(html)).toBe(
    '<head></head><body><script>first()</script>' +
      '<script type="text/later" data-files="/assets/a.js /assets/b.js">import "/assets/a.js"</script></body>',
  )
})

test('a page without the router is left unchanged', () => {
  expect(deferScripts('<p>Read me</p>')).toBe('<p>Read me</p>')
})
