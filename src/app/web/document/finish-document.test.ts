import { expect, test } from 'vitest'
import { finishDocument, isDocument } from './finish-document.ts'

const page =
  '<html><head><link rel="stylesheet" href="/assets/style-1.css"/></head><body class="one">' +
  '<picture><source media="print" data-inline="" srcSet="/images/a.avif"/><img src="/images/a.webp"/></picture>' +
  '<script type="text/later" src="/assets/start.js"></script></body></html>'

const files: Record<string, string> = { '/assets/style-1.css': '.one{top:0}.two{top:1}', '/images/a.avif': 'picture' }

test('a public page has its style rules and its first picture in itself', () => {
  const { html, style } = finishDocument(page, (path) => Buffer.from(files[path] ?? ''))

  expect(style).toBe('.one{top:0}')
  expect(html).toContain('<style data-sheet="/assets/style-1.css">.one{top:0}</style>')
  expect(html).toContain('<noscript><link rel="stylesheet" href="/assets/style-1.css"/></noscript>')
  expect(html).toContain(` srcSet="data:image/avif;base64,${btoa('picture')}"`)
})

test('a page with a router is no plain document', () => {
  expect(isDocument(page)).toBe(true)
  expect(isDocument('<script type="text/later" data-files="/a.js">import "/a.js"</script>')).toBe(false)
})
