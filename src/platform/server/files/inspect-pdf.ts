import { inflateRawSync } from 'node:zlib'
import { Refused } from '../../shared/refused.ts'

/** The PDF names (ISO 32000-2) that stand for active content and embedded files. */
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
  let remainingBytes = MAX_UNPACKED_BYTES
  for (const start of findObjectStreams(text)) {
    const content = decompress(file.subarray(start))
    remainingBytes -= content.length
    if (remainingBytes < 0) throw new Refused('file-unsafe')
    requireHarmless(content.toString('latin1'))
  }
}

const activePattern = createNamePattern(activeNames)
const encryptedPattern = createNamePattern(['Encrypt'])

function requireHarmless(text: string): void {
  if (activePattern.test(text)) throw new Refused('file-active')
}

/** Matches any spelling that PDF allows. Each letter may be a hex code, and a delimiter ends the name. */
function createNamePattern(names: string[]): RegExp {
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
  // Genuine objects are not nested. The limit stops a file of unclosed dictionaries from taking quadratic time.
  let remainingCharacters = 2 * text.length
  for (let position = text.indexOf('obj'); position !== -1; position = text.indexOf('obj', position + 3)) {
    const { end, tokens } = readDictionary(text, position + 3)
    remainingCharacters -= end - position
    if (remainingCharacters < 0) throw new Refused('file-unsafe')
    const start = findStreamStart(text, end)
    if (start !== undefined && isObjectStream(tokens)) yield start
  }
}

/** Readers recognise an object stream by its type or its required keys. @throws Refused */
function isObjectStream(tokens: string[]): boolean {
  if (!tokens.includes('/ObjStm') && !tokens.includes('/First')) return false
  if (tokens.some((token) => unusualKeys.has(token))) throw new Refused('file-unsafe')
  const [filterIndex, ...otherFilters] = tokens.flatMap((token, index) => (token === '/Filter' ? index : []))
  // An uncompressed stream was already searched with the whole file.
  if (filterIndex === undefined) return false
  const [first, second, third = ''] = tokens.slice(filterIndex + 1)
  const isOnlyFlate = first === '/FlateDecode' || (first === '[' && second === '/FlateDecode' && third.startsWith(']'))
  if (otherFilters.length > 0 || !isOnlyFlate) throw new Refused('file-unsafe')
  return true
}

/** Keys for further encoding, or for content in another file. */
const unusualKeys = new Set(['/DecodeParms', '/DP', '/F', '/FFilter'])

/** Whitespace, comments, hex strings, dictionary brackets, names, starts of strings, and anything else. */
const tokenPattern = /[\0\s]+|%[^\r\n]*|<<|>>|<[^<>]*>|\/[^\0\s()<>[\]{}/%]*|\(|[^\0\s()<>/%]+|./gy

/** Skips a dictionary, if there is one. @returns its tokens */
function readDictionary(text: string, from: number): { end: number; tokens: string[] } {
  const tokens: string[] = []
  let depth = 0
  for (const { token, end } of readTokens(text, from)) {
    tokens.push(token)
    depth += token === '<<' ? 1 : token === '>>' ? -1 : 0
    if (depth <= 0) return { end, tokens }
  }
  return { end: text.length, tokens }
}

/** Yields tokens without comments and string contents. */
function* readTokens(text: string, from: number): Generator<{ token: string; end: number }> {
  for (let position = from; position < text.length; ) {
    tokenPattern.lastIndex = position
    const [token = ''] = tokenPattern.exec(text) ?? []
    position = token === '(' ? findStringEnd(text, position) : position + token.length
    if (!/^[\0\s%]/.test(token)) yield { token: token.replaceAll(/#([0-9a-f]{2})/gi, decodeCharacter), end: position }
  }
}

function decodeCharacter(_: string, hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16))
}

/** ISO 32000-2, 7.3.4.2: parentheses in a string are balanced, except after a backslash. */
function findStringEnd(text: string, from: number): number {
  let depth = 0
  for (let position = from; position < text.length; position += 1) {
    const character = text[position]
    if (character === '\\') position += 1
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (depth === 0) return position + 1
  }
  return text.length
}

/** Undefined if no stream follows the dictionary. */
function findStreamStart(text: string, from: number): number | undefined {
  const [next] = readTokens(text, from)
  if (!next?.token.startsWith('stream')) return undefined
  const start = next.end - next.token.length + 'stream'.length
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
