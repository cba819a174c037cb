import { inflateRawSync } from 'node:zlib'
import { Refused } from '../../shared/refused.ts'

/** PDF names (ISO 32000-2) of active content and embedded files. */
const activeNames = [
  'JavaScript',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'RichMedia',
  'Rendition',
  'OnInstantiate',
  'ImportData',
  'GoToE',
  'XFA',
]

/** Limits for one object stream and for all of them together. */
const MAX_STREAM_BYTES = 20 * 1_048_576
const MAX_UNPACKED_BYTES = 200 * 1_048_576

/**
 * Refuses a PDF with scripts, programs or embedded files. PDF libraries do not report these, because they ignore what
 * they do not run. So we search the whole file for the names, not only its declared objects. @throws Refused
 */
export function inspectPdf(file: Buffer): void {
  const text = file.toString('latin1')
  requireHarmless(text)
  // Encrypted content cannot be inspected.
  if (encryptedPattern.test(text)) throw new Refused('file-unsafe')
  let left = MAX_UNPACKED_BYTES
  for (const start of findObjectStreams(text)) {
    const content = decompress(file.subarray(start))
    left -= content.length
    if (left < 0) throw new Refused('file-unsafe')
    requireHarmless(content.toString('latin1'))
  }
}

const activePattern = patternOf(activeNames)
const encryptedPattern = patternOf(['Encrypt'])

function requireHarmless(text: string): void {
  if (activePattern.test(text)) throw new Refused('file-active')
}

/** Matches any spelling that PDF allows. Each letter may be a hex code, and a delimiter ends the name. */
function patternOf(names: string[]): RegExp {
  const spellings = names.map((name) => Array.from(name, (letter) => `(?:${letter}|#${hexPattern(letter)})`).join(''))
  return new RegExp(`/(?:${spellings.join('|')})(?![^\\0\\s()<>[\\]{}/%])`)
}

function hexPattern(letter: string): string {
  return Buffer.from(letter)
    .toString('hex')
    .replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`)
}

/** Yields the start of each object stream's content. @throws Refused for unusual compression */
function* findObjectStreams(text: string): Generator<number> {
  // Real objects do not nest. The limit stops a file of unclosed dictionaries from taking quadratic time.
  let left = 2 * text.length
  for (let at = text.indexOf('obj'); at !== -1; at = text.indexOf('obj', at + 3)) {
    const { end, words } = readDictionary(text, at + 3)
    left -= end - at
    if (left < 0) throw new Refused('file-unsafe')
    const start = startOfStream(text, end)
    if (start !== undefined && isObjectStream(words)) yield start
  }
}

/** Readers recognise an object stream by its type or its required keys. @throws Refused */
function isObjectStream(words: string[]): boolean {
  if (!words.includes('/ObjStm') && !words.includes('/First')) return false
  if (words.some((word) => unusualKeys.has(word))) throw new Refused('file-unsafe')
  const [filter, ...more] = words.flatMap((word, index) => (word === '/Filter' ? index : []))
  // An uncompressed stream was already searched with the whole file.
  if (filter === undefined) return false
  const [one, two, three = ''] = words.slice(filter + 1)
  const isFlateAlone = one === '/FlateDecode' || (one === '[' && two === '/FlateDecode' && three.startsWith(']'))
  if (more.length > 0 || !isFlateAlone) throw new Refused('file-unsafe')
  return true
}

/** Keys for further encoding, or for content in another file. */
const unusualKeys = new Set(['/DecodeParms', '/DP', '/F', '/FFilter'])

/** Whitespace, comments, hex strings, dictionary brackets, names, starts of strings, and anything else. */
const token = /[\0\s]+|%[^\r\n]*|<<|>>|<[^<>]*>|\/[^\0\s()<>[\]{}/%]*|\(|[^\0\s()<>/%]+|./gy

/** Skips a dictionary, if there is one. @returns its tokens */
function readDictionary(text: string, from: number): { end: number; words: string[] } {
  const words: string[] = []
  let depth = 0
  for (const { word, end } of tokensFrom(text, from)) {
    words.push(word)
    depth += word === '<<' ? 1 : word === '>>' ? -1 : 0
    if (depth <= 0) return { end, words }
  }
  return { end: text.length, words }
}

/** Yields tokens without comments and string contents. */
function* tokensFrom(text: string, from: number): Generator<{ word: string; end: number }> {
  for (let at = from; at < text.length; ) {
    token.lastIndex = at
    const [word = ''] = token.exec(text) ?? []
    at = word === '(' ? endOfString(text, at) : at + word.length
    if (!/^[\0\s%]/.test(word)) yield { word: word.replaceAll(/#([0-9a-f]{2})/gi, decodeCharacter), end: at }
  }
}

function decodeCharacter(_: string, hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16))
}

/** ISO 32000-2, 7.3.4.2: parentheses in a string are balanced, except after a backslash. */
function endOfString(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at]
    if (letter === '\\') at += 1
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    if (depth === 0) return at + 1
  }
  return text.length
}

/** Undefined if no stream follows the dictionary. */
function startOfStream(text: string, from: number): number | undefined {
  const [next] = tokensFrom(text, from)
  if (!next?.word.startsWith('stream')) return undefined
  const start = next.end - next.word.length + 'stream'.length
  return start + (/^(?:\r\n|\n|\r)/.exec(text.slice(start, start + 2))?.[0].length ?? 0)
}

/** Ignores the checksum, because readers may ignore it too. Bytes after the compressed data are not part of it. */
function decompress(packed: Buffer): Buffer {
  try {
    return inflateRawSync(packed.subarray(2), { maxOutputLength: MAX_STREAM_BYTES })
  } catch (problem) {
    const isTooLarge = problem instanceof RangeError
    throw new Refused(isTooLarge ? 'file-unsafe' : 'file-damaged')
  }
}
