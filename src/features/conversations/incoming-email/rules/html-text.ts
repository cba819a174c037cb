/** Tags whose content the reader never sees. */
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
 * Converts an HTML email to text and marks quotes with ">". Handles any input in one pass, because anyone can send an
 * email.
 */
export function htmlToText(html: string): string {
  const builder: TextBuilder = { lines: [], line: '', quotes: 0 }
  const source = { html, lower: html.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase()) }
  let position = 0
  while (position < html.length) {
    const tagStart = html.indexOf('<', position)
    appendText(builder, html.slice(position, tagStart === -1 ? html.length : tagStart))
    if (tagStart === -1) break
    position = html.startsWith('<!--', tagStart)
      ? indexAfter(html, '-->', tagStart)
      : readTag(builder, source, tagStart)
  }
  breakLine(builder)
  return builder.lines.join('\n')
}

function readTag(builder: TextBuilder, { html, lower }: Source, tagStart: number): number {
  const end = indexAfter(html, '>', tagStart)
  const name = /^<\/?[a-z][a-z0-9]{0,12}/.exec(lower.slice(tagStart, tagStart + 15))?.[0] ?? ''
  const tag = name.replace(/^<\/?/, '')
  if (SKIPPED_TAGS.has(tag) && !name.startsWith('</')) return indexAfter(html, '>', indexOrEnd(lower, `</${tag}`, end))
  if (tag === 'br' || BLOCK_TAGS.has(tag)) breakLine(builder, tag)
  if (tag === 'blockquote') builder.quotes = Math.max(0, builder.quotes + (name.startsWith('</') ? -1 : 1))
  return end
}

function indexAfter(text: string, end: string, from: number): number {
  return Math.min(text.length, indexOrEnd(text, end, from) + end.length)
}

/** Returns the end of the text if nothing is found. */
function indexOrEnd(text: string, target: string, from: number): number {
  const index = text.indexOf(target, from)
  return index === -1 ? text.length : index
}

/** Collapses white space as a browser does. */
function appendText(builder: TextBuilder, chunk: string): void {
  const text = decodeEntities(chunk.replaceAll(/[ \t\r\n]+/g, ' '))
  builder.line += builder.line === '' ? text.replace(/^ /, '') : text
}

function breakLine(builder: TextBuilder, tag = ''): void {
  const { line, lines, quotes } = builder
  const isParagraph = tag === 'p' || tag.startsWith('h')
  if (line !== '' || tag === 'br') lines.push(`${'> '.repeat(Math.min(quotes, 5))}${line}`)
  else if (isParagraph && lines.length > 0 && lines.at(-1) !== '') lines.push(quotes > 0 ? '>' : '')
  builder.line = ''
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
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (entity, decimal, hex, name) => {
    if (name) return namedEntities[name.toLowerCase()] ?? entity
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}
