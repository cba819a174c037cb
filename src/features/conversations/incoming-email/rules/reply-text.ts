/** First line of our emails, identical in text and HTML. */
export const ANSWER_MARKER = '-- Please write your answer above this line --'

/**
 * Extracts the writer's own words from a reply, without quotes, the line that introduces them and the signature.
 * Returns the whole text if nothing is left, because some people write below the quote.
 */
export function replyText(mail: string): string {
  const whole = normaliseText(mail)
  const lines = whole.split('\n')
  const own = withoutSignature(withoutQuotes(beforeQuotedEmail(lines)))
  return joinLines(own) || joinLines(lines)
}

/** Uses one kind of line break and removes invisible characters. */
export function normaliseText(text: string): string {
  return (
    text
      .toWellFormed()
      .replaceAll(/\r\n?/g, '\n')
      .replaceAll('\u00a0', ' ')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
      .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f\u200b\ufeff]/g, '')
  )
}

/** Lines above a quoted email to search for its introduction, such as "… wrote:", and the sender's name. */
const INTRODUCTION_WINDOW = 14

/** Handles programs that quote without ">". Our emails start with a known line, others with "Original message". */
function beforeQuotedEmail(lines: string[]): string[] {
  const end = lines.findIndex((line) => isStartOfQuotedEmail(line))
  if (end === -1) return lines
  const near = lines.slice(Math.max(0, end - INTRODUCTION_WINDOW), end)
  const introduced = near.findIndex((_, from) => startsParagraph(near, from) && isIntroduction(paragraphAt(near, from)))
  return introduced === -1 ? lines.slice(0, end) : withoutRule(lines.slice(0, end - near.length + introduced))
}

function startsParagraph(lines: string[], at: number): boolean {
  return (lines[at] ?? '').trim() !== '' && isBreak(lines[at - 1] ?? '')
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
  const own: string[] = []
  for (const [index, line] of lines.entries()) {
    if (!isQuoted(line)) own.push(line)
    else if (!isQuoted(lines[index - 1] ?? '')) own.push(...withoutIntroduction(own.splice(-INTRODUCTION_WINDOW)), '')
  }
  return own
}

function isQuoted(line: string): boolean {
  return /^ {0,3}>/.test(line)
}

/** Introductions of quotes never take more lines. */
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
  const namesSomebody = /@|\b(?:19|20)\d\d\b|\d:\d\d/.test(text)
  if (!namesSomebody || text.length > 600) return false
  const areFields = lines.length > 1 && lines.every((line) => /^\W{0,3}[^\s:][^:]{0,20}:\W?\s/.test(`${line} `))
  return areFields || (/:$/.test(text) && /^(?:\W{0,3}(?:On|Am|Le|El|Il|Op|Em|Den|På|W|Dnia|Vào|Pada)\b|\d)/.test(text))
}

/** "________________", which some programs put above a quoted email. */
function isRule(line: string): boolean {
  return /^ {0,3}[_-]{8,80} *$/.test(line)
}

function withoutRule(lines: string[]): string[] {
  const last = lines.findLastIndex((line) => line.trim() !== '')
  return isRule(lines[last] ?? '') ? lines.slice(0, last) : lines
}

/** Removes everything from the "--" line, and the last line that phones add. */
function withoutSignature(lines: string[]): string[] {
  const start = lines.findIndex((line) => /^-- ?$/.test(line))
  const signed = start === -1 ? lines : lines.slice(0, start)
  const last = signed.findLastIndex((line) => line.trim() !== '')
  return /^(?:Sent from|Get Outlook for) .{1,60}$/.test(signed[last]?.trim() ?? '') ? signed.slice(0, last) : signed
}

function joinLines(lines: string[]): string {
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
