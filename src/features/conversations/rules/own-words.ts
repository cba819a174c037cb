/** Stands on top of our letters, in the same words in text and HTML. */
export const ANSWER_ABOVE = '-- Please write your answer above this line --'

/**
 * What somebody wrote themselves in an answer to a letter: without what they quote, the line that leads to it, and a
 * signature. Where nothing would be left, the letter as a whole: somebody may write below what their program quotes.
 */
export function ownWords(mail: string): string {
  const whole = tidy(mail)
  const lines = whole.split('\n')
  const own = withoutSignature(withoutQuotes(beforeOurLetter(lines)))
  return joined(own) || joined(lines)
}

/** One kind of line end, and no characters that are not shown. */
export function tidy(text: string): string {
  return (
    text
      .toWellFormed()
      .replaceAll(/\r\n?/g, '\n')
      .replaceAll('\u00a0', ' ')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
      .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f\u200b\ufeff]/g, '')
  )
}

/** Before our letter there may stand who wrote when, and the name that is on top of it. */
const NEAR = 14

/** Programs that quote without a mark: ours begins with a line of its own, others with one of theirs. */
function beforeOurLetter(lines: string[]): string[] {
  const end = lines.findIndex((line) => isStartOfLetter(line))
  if (end === -1) return lines
  const near = lines.slice(Math.max(0, end - NEAR), end)
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

function isStartOfLetter(line: string): boolean {
  if (isQuoted(line)) return false
  return line.includes(ANSWER_ABOVE) || /^ {0,3}-{3,20} ?(?:Original|Forwarded) message ?-{3,20} *$/i.test(line)
}

/** Lines with a mark before them, and what leads to them; whatever stands between them are answers, which stay. */
function withoutQuotes(lines: string[]): string[] {
  const own: string[] = []
  for (const [index, line] of lines.entries()) {
    if (!isQuoted(line)) own.push(line)
    else if (!isQuoted(lines[index - 1] ?? '')) own.push(...withoutIntroduction(own.splice(-NEAR)), '')
  }
  return own
}

function isQuoted(line: string): boolean {
  return /^ {0,3}>/.test(line)
}

/** More lines than any program needs to say who wrote when. */
const LONGEST_INTRODUCTION = 6

/**
 * "On Monday, 3 March 2026 at 10:00, FutureWorld <…> wrote:", in any language and broken anywhere, or the lines From,
 * Sent, To and Subject: the last paragraph, where it looks like one of them.
 */
function withoutIntroduction(lines: string[]): string[] {
  const end = lines.findLastIndex((line) => line.trim() !== '') + 1
  const start = lines.slice(0, end).findLastIndex((line) => isBreak(line)) + 1
  for (let from = Math.max(start, end - LONGEST_INTRODUCTION); from < end; from += 1) {
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

/** "________________", which some programs set above the letter they quote. */
function isRule(line: string): boolean {
  return /^ {0,3}[_-]{8,80} *$/.test(line)
}

function withoutRule(lines: string[]): string[] {
  const last = lines.findLastIndex((line) => line.trim() !== '')
  return isRule(lines[last] ?? '') ? lines.slice(0, last) : lines
}

/** Everything from the line of two hyphens on, and what a telephone adds. */
function withoutSignature(lines: string[]): string[] {
  const start = lines.findIndex((line) => /^-- ?$/.test(line))
  const signed = start === -1 ? lines : lines.slice(0, start)
  const last = signed.findLastIndex((line) => line.trim() !== '')
  return /^(?:Sent from|Get Outlook for) .{1,60}$/.test(signed[last]?.trim() ?? '') ? signed.slice(0, last) : signed
}

function joined(lines: string[]): string {
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
