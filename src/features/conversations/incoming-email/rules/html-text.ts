/** Tags with content that the reader never sees. */
const SKIPPED_TAGS = new Set(['style', 'script', 'head', 'title', 'template', 'noscript'])

const BLOCK_TAGS = new Set(
  'address article blockquote dd div dl dt figure footer form h1 h2 h3 h4 h5 h6 header hr li main ol p pre section table tr ul'.split(
    ' ',
  ),
)

type TextBuilder = { lines: string[]; line: string; quotes: number }

/** The original and a lower-case copy of the same length, so that positions match. */
type Source = { html: string; lower: string }

/**
 * Converts an HTML email to text and marks quotes with ">". Runs in one pass for any input, because anyone can send an
 * email.
 */
export function htmlToText(html: string): string {
  const writing: TextBuilder = { lines: [], line: '', quotes: 0 }
  const source = { html, lower: html.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase()) }
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    appendText(writing, html.slice(at, open === -1 ? html.length : open))
    if (open === -1) break
    at = html.startsWith('<!--', open) ? indexAfter(html, '-->', open) : readTag(writing, source, open)
  }
  breakLine(writing)
  return writing.lines.join('\n')
}

function readTag(writing: TextBuilder, { html, lower }: Source, open: number): number {
  const end = indexAfter(html, '>', open)
  const name = /^<\/?[a-z][a-z0-9]{0,12}/.exec(lower.slice(open, open + 15))?.[0] ?? ''
  const tag = name.replace(/^<\/?/, '')
  if (SKIPPED_TAGS.has(tag) && !name.startsWith('</')) return indexAfter(html, '>', indexOrEnd(lower, `</${tag}`, end))
  if (tag === 'br' || BLOCK_TAGS.has(tag)) breakLine(writing, tag)
  if (tag === 'blockquote') writing.quotes = Math.max(0, writing.quotes + (name.startsWith('</') ? -1 : 1))
  return end
}

function indexAfter(text: string, end: string, from: number): number {
  return Math.min(text.length, indexOrEnd(text, end, from) + end.length)
}

/** Returns the end of the text if nothing is found. */
function indexOrEnd(text: string, wanted: string, from: number): number {
  const found = text.indexOf(wanted, from)
  return found === -1 ? text.length : found
}

/** Collapses white space like a browser. */
function appendText(writing: TextBuilder, words: string): void {
  const text = decodeEntities(words.replaceAll(/[ \t\r\n]+/g, ' '))
  writing.line += writing.line === '' ? text.replace(/^ /, '') : text
}

function breakLine(writing: TextBuilder, tag = ''): void {
  const { line, lines, quotes } = writing
  const isParagraph = tag === 'p' || tag.startsWith('h')
  if (line !== '' || tag === 'br') lines.push(`${'> '.repeat(Math.min(quotes, 5))}${line}`)
  else if (isParagraph && lines.length > 0 && lines.at(-1) !== '') lines.push(quotes > 0 ? '>' : '')
  writing.line = ''
}

const namedEntities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  pound: '£',
  euro: '€',
}

function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name) return namedEntities[name.toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}
