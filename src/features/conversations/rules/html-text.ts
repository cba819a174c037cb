/** Whose content nobody reads. */
const UNREAD = new Set(['style', 'script', 'head', 'title', 'template', 'noscript'])

const BLOCKS = new Set(
  'address article blockquote dd div dl dt figure footer form h1 h2 h3 h4 h5 h6 header hr li main ol p pre section table tr ul'.split(
    ' ',
  ),
)

type Writing = { lines: string[]; line: string; quotes: number }

/** As it was written, and with the names of its tags in one spelling; both of the same length. */
type Source = { html: string; lower: string }

/**
 * The words of a mail that has only HTML, with a mark before what it quotes. One pass from left to right, whatever the
 * mail: it was written by anybody.
 */
export function textOfHtml(html: string): string {
  const writing: Writing = { lines: [], line: '', quotes: 0 }
  const source = { html, lower: html.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase()) }
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    addWords(writing, html.slice(at, open === -1 ? html.length : open))
    if (open === -1) break
    at = html.startsWith('<!--', open) ? after(html, '-->', open) : readTag(writing, source, open)
  }
  breakLine(writing)
  return writing.lines.join('\n')
}

function readTag(writing: Writing, { html, lower }: Source, open: number): number {
  const end = after(html, '>', open)
  const name = /^<\/?[a-z][a-z0-9]{0,12}/.exec(lower.slice(open, open + 15))?.[0] ?? ''
  const tag = name.replace(/^<\/?/, '')
  if (UNREAD.has(tag) && !name.startsWith('</')) return after(html, '>', indexOf(lower, `</${tag}`, end))
  if (tag === 'br' || BLOCKS.has(tag)) breakLine(writing, tag)
  if (tag === 'blockquote') writing.quotes = Math.max(0, writing.quotes + (name.startsWith('</') ? -1 : 1))
  return end
}

function after(text: string, end: string, from: number): number {
  return Math.min(text.length, indexOf(text, end, from) + end.length)
}

/** The end where it is nowhere. */
function indexOf(text: string, wanted: string, from: number): number {
  const found = text.indexOf(wanted, from)
  return found === -1 ? text.length : found
}

/** White space is one space, as a browser shows it. */
function addWords(writing: Writing, words: string): void {
  const text = decoded(words.replaceAll(/[ \t\r\n]+/g, ' '))
  writing.line += writing.line === '' ? text.replace(/^ /, '') : text
}

function breakLine(writing: Writing, tag = ''): void {
  const { line, lines, quotes } = writing
  const isParagraph = tag === 'p' || tag.startsWith('h')
  if (line !== '' || tag === 'br') lines.push(`${'> '.repeat(Math.min(quotes, 5))}${line}`)
  else if (isParagraph && lines.length > 0 && lines.at(-1) !== '') lines.push(quotes > 0 ? '>' : '')
  writing.line = ''
}

const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  pound: '£',
  euro: '€',
}

function decoded(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name) return named[name.toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}
