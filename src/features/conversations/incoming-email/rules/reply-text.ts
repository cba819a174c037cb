/** First line of our emails, identical in text and HTML. */
export const ANSWER_MARKER = '-- Please write your answer above this line --'

/**
 * Extracts the writer's own words from a reply. Leaves out quotes, the line that introduces them and the signature.
 * Returns the whole text if nothing would be left, because some people write below the quote.
 */
export function replyText(emailText: string): string {
  const text = normaliseText(emailText)
  const lines = text.split('\n')
  const ownLines = withoutSignature(withoutQuotes(beforeQuotedEmail(lines)))
  return joinLines(ownLines) || joinLines(lines)
}

/** Uses one kind of line break and removes invisible characters. */
export function normaliseText(text: string): string {
  return (
    text
      .toWellFormed()
      .replaceAll(/\r\n?/g, '\n')
      .replaceAll('\u00a0', ' ')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
      .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f\u200b\ufeff]/g, '')
  )
}

/** How many lines above a quoted email to search for its introduction, such as "… wrote:", and the sender's name. */
const INTRODUCTION_WINDOW = 14

/** For programs that quote without ">": finds the first line of our email, or a line such as "Original message". */
function beforeQuotedEmail(lines: string[]): string[] {
  const end = lines.findIndex((line) => isStartOfQuotedEmail(line))
  if (end === -1) return lines
  const preceding = lines.slice(Math.max(0, end - INTRODUCTION_WINDOW), end)
  const introductionStart = preceding.findIndex(
    (_, from) => startsParagraph(preceding, from) && isIntroduction(paragraphAt(preceding, from)),
  )
  return introductionStart === -1
    ? lines.slice(0, end)
    : withoutRule(lines.slice(0, end - preceding.length + introductionStart))
}

function startsParagraph(lines: string[], index: number): boolean {
  return (lines[index] ?? '').trim() !== '' && isBreak(lines[index - 1] ?? '')
}

function paragraphAt(lines: string[], from: number): string[] {
  const length = lines.slice(from).findIndex((line) => isBreak(line))
  return lines.slice(from, length === -1 ? lines.length : from + length)
}

function isBreak(line: string): boolean {
  return line.trim() === '' || isRule(line)
}

function isStartOfQuotedEmail(line: string): boolean {
  if (isQuoted(line)) return false
  return line.includes(ANSWER_MARKER) || /^ {0,3}-{3,20} ?(?:Original|Forwarded) message ?-{3,20} *$/i.test(line)
}

/** Removes quoted lines and their introductions. Keeps the answers between them. */
function withoutQuotes(lines: string[]): string[] {
  const ownLines: string[] = []
  for (const [index, line] of lines.entries()) {
    if (!isQuoted(line)) ownLines.push(line)
    else if (!isQuoted(lines[index - 1] ?? ''))
      ownLines.push(...withoutIntroduction(ownLines.splice(-INTRODUCTION_WINDOW)), '')
  }
  return ownLines
}

function isQuoted(line: string): boolean {
  return /^ {0,3}>/.test(line)
}

/** The introduction to a quote never takes more lines than this. */
const MAX_INTRODUCTION_LINES = 6

/**
 * Removes the last paragraph if it introduces a quote: "On Monday, 3 March 2026 at 10:00, FutureWorld <…> wrote:" in
 * any language and across lines, or the lines From, Sent, To and Subject.
 */
function withoutIntroduction(lines: string[]): string[] {
  const end = lines.findLastIndex((line) => line.trim() !== '') + 1
  const start = lines.slice(0, end).findLastIndex((line) => isBreak(line)) + 1
  for (let from = Math.max(start, end - MAX_INTRODUCTION_LINES); from < end; from += 1) {
    if (isIntroduction(lines.slice(from, end))) return withoutRule(lines.slice(0, from))
  }
  return lines
}

function isIntroduction(lines: string[]): boolean {
  const text = lines.join(' ').trim()
  const namesSenderOrDate = /@|\b(?:19|20)\d\d\b|\d:\d\d/.test(text)
  if (!namesSenderOrDate || text.length > 600) return false
  const isHeaderBlock = lines.length > 1 && lines.every((line) => /^\W{0,3}[^\s:][^:]{0,20}:\W?\s/.test(`${line} `))
  return (
    isHeaderBlock || (/:$/.test(text) && /^(?:\W{0,3}(?:On|Am|Le|El|Il|Op|Em|Den|På|W|Dnia|Vào|Pada)\b|\d)/.test(text))
  )
}

/** "________________", which some programs put above a quoted email. */
function isRule(line: string): boolean {
  return /^ {0,3}[_-]{8,80} *$/.test(line)
}

function withoutRule(lines: string[]): string[] {
  const last = lines.findLastIndex((line) => line.trim() !== '')
  return isRule(lines[last] ?? '') ? lines.slice(0, last) : lines
}

/** Removes everything from the "--" line onwards, and the last line if a phone added it. */
function withoutSignature(lines: string[]): string[] {
  const start = lines.findIndex((line) => /^-- ?$/.test(line))
  const unsigned = start === -1 ? lines : lines.slice(0, start)
  const last = unsigned.findLastIndex((line) => line.trim() !== '')
  return /^(?:Sent from|Get Outlook for) .{1,60}$/.test(unsigned[last]?.trim() ?? '')
    ? unsigned.slice(0, last)
    : unsigned
}

function joinLines(lines: string[]): string {
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
