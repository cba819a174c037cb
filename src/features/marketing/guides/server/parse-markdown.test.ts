import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_BODY, parseMarkdown } from './parse-markdown.ts'

test('Markdown becomes headings, paragraphs, lists and quotes', () => {
  const markdown = '## What it costs\n\nA **bold** word,\nand *another*.\n\n1. First\n2. Second\n\n- Only\n\n> Said'
  expect(parseMarkdown(markdown)).toEqual([
    { kind: 'heading', level: 2, id: 'what-it-costs', text: 'What it costs' },
    {
      kind: 'paragraph',
      runs: [
        { text: 'A ' },
        { text: 'bold', isStrong: true },
        { text: ' word, and ' },
        { text: 'another', isEmphasised: true },
        { text: '.' },
      ],
    },
    { kind: 'list', isOrdered: true, items: [[{ text: 'First' }], [{ text: 'Second' }]] },
    { kind: 'list', isOrdered: false, items: [[{ text: 'Only' }]] },
    { kind: 'quote', runs: [{ text: 'Said' }] },
  ])
})

test('a link can have several styles, and the paragraphs of a quote are separated', () => {
  expect(parseMarkdown('> A [**strong *link***](https://example.org/)\n>\n> B')).toEqual([
    {
      kind: 'quote',
      runs: [
        { text: 'A ' },
        { text: 'strong ', href: 'https://example.org/', isStrong: true },
        { text: 'link', href: 'https://example.org/', isStrong: true, isEmphasised: true },
        { text: ' ' },
        { text: 'B' },
      ],
    },
  ])
})

test("anchors differ from each other and from the page's own ids", () => {
  const blocks = parseMarkdown('# Fees\n\n### Fees\n\n## Main\n\n## 日本')
  expect(blocks.map((block) => block.kind === 'heading' && [block.level, block.id])).toEqual([
    [2, 'fees'],
    [3, 'fees-6'],
    [2, 'main-7'],
    [2, 'section'],
  ])
})

const readLinks = (address: string) =>
  parseMarkdown(`[text](${address})`).flatMap((block) => (block.kind === 'paragraph' ? block.runs : []))

test.each([
  ['https://example.org/a?b=c#d', 'https://example.org/a?b=c#d'],
  ['/contact', '/contact'],
  ['#fees', '#fees'],
  ['//example.org', 'https://example.org/'],
  ['/\\example.org', 'https://example.org/'],
])('a link to %s points to %s', (address, href) => {
  expect(readLinks(address)).toEqual([{ text: 'text', href }])
})

test.each([
  'javascript:alert(1)',
  'JavaScript&#58;alert(1)',
  '<\tjavascript:alert(1)>',
  'data:text/html,x',
  'http://example.org',
  'mailto:a@example.org',
  '#',
])('a link to %s is shown as plain text', (address) => {
  expect(readLinks(address)).toEqual([{ text: 'text' }])
})

test('HTML, code and pictures become plain text', () => {
  const markdown =
    '<script>alert(1)</script>\n\n<b onclick="x">Bold</b>\n\n`<i>`\n\n![A cat](https://example.org/cat.png)'
  expect(parseMarkdown(markdown).map((block) => block.kind === 'paragraph' && readText(block.runs))).toEqual([
    '<script>alert(1)</script>',
    '<b onclick="x">Bold</b>',
    '<i>',
    'A cat',
  ])
})

test('deep nesting is read up to a limit, and a very long text up to the length the table allows', () => {
  expect(parseMarkdown(`${'> '.repeat(2_000)}deep`)).toEqual([])
  expect(parseMarkdown(`${'- '.repeat(5)}shallow`)).toEqual([
    { kind: 'list', isOrdered: false, items: [[{ text: 'shallow' }]] },
  ])
  const [block] = parseMarkdown('x'.repeat(5_000_000))
  expect(block).toEqual({ kind: 'paragraph', runs: [{ text: 'x'.repeat(MAX_BODY) }] })
})

test('whatever the text, every link is either https or on this site', () => {
  const pieces = fc.constantFrom(
    '[',
    '](',
    ')',
    '<',
    '>',
    '*',
    '_',
    '`',
    '\n',
    '# ',
    '- ',
    'javascript:',
    '//',
    'a',
    '!',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
      const hrefs = JSON.stringify(parseMarkdown(parts.join(''))).matchAll(/"href":"([^"]*)"/g)
      for (const [, href] of hrefs) expect(href).toMatch(/^(https:\/\/|\/(?!\/)|#)/)
    }),
  )
})

function readText(runs: { text: string }[]): string {
  return runs.map(({ text }) => text).join('')
}
