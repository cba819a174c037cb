import { expect, test } from 'vitest'
import { startAfterLoad } from './start-after-load.ts'

test('the module of the router waits, and remembers the files it needs', () => {
  const html =
    '<head><link rel="modulepreload" href="/assets/a.js"/><link rel="modulepreload" href="/assets/b.js"/></head>' +
    '<body><script>first()</script><script type="module" async="">import "/assets/a.js"</script></body>'

  expect(startAfterLoad(html)).toBe(
    '<head></head><body><script>first()</script>' +
      '<script type="text/later" data-files="/assets/a.js /assets/b.js">import "/assets/a.js"</script></body>',
  )
})

test('a page without the router stays as it is', () => {
  expect(startAfterLoad('<p>Read me</p>')).toBe('<p>Read me</p>')
})
