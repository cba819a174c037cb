import { type Face, loadFont, scripts } from './fonts.ts'

type Pdf = PDFKit.PDFDocument

export type Style = { weight: 400 | 600; size: number; color: string }

/** A part of a line in one font. */
type Run = { font: string; text: string; width: number }
export type Line = { runs: Run[]; width: number }

type LaidOutText = { lines: Line[]; isComplete: boolean }

export type TextLayout = {
  /** Breaks text into lines. Characters that no font can show become "?", and `isComplete` is then false. */
  set: (text: string, style: Style, width: number) => LaidOutText
  draw: (line: Line, style: Style, x: number, y: number) => void
}

const REPLACEMENT_CHARACTER = '?'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Lays out lines in several fonts, because pdfkit cannot break such lines. One name may need letters from two font
 * files.
 */
export function createTextLayout(pdf: Pdf): TextLayout {
  const registeredFonts = new Set<string>()
  const fontNames = new Map<string, string | undefined>()
  const wordWidths = new Map<string, number>()

  const nameFont = (face: Face) => {
    const name = `${face.script}-${face.weight}`
    if (!registeredFonts.has(name)) pdf.registerFont(name, loadFont(face) as never)
    registeredFonts.add(name)
    return name
  }

  const measure = (runs: Omit<Run, 'width'>[], { size }: Style): Line => {
    const measured = runs.map((run) => ({ ...run, width: pdf.font(run.font).fontSize(size).widthOfString(run.text) }))
    return { runs: measured, width: measured.reduce((sum, { width }) => sum + width, 0) }
  }

  const findFont = (grapheme: string, weight: Style['weight']) =>
    scripts
      .map((script) => nameFont({ script, weight }))
      .find((name) => {
        pdf.font(name)
        return [...grapheme].every((character) => hasGlyph(pdf, character))
      })

  /** Caches the font of each character. */
  const findCachedFont = (grapheme: string, weight: Style['weight']) => {
    const key = `${weight} ${grapheme}`
    if (!fontNames.has(key)) fontNames.set(key, findFont(grapheme, weight))
    return fontNames.get(key)
  }

  const splitRuns = (text: string, weight: Style['weight']) => {
    const runs: Omit<Run, 'width'>[] = []
    let isComplete = true
    for (const { segment } of graphemes.segment(text)) {
      const fontName = findCachedFont(segment, weight)
      isComplete &&= fontName !== undefined
      const font = fontName ?? nameFont({ script: 'latin', weight })
      const visible = fontName === undefined ? REPLACEMENT_CHARACTER : segment
      const last = runs.at(-1)
      if (last?.font === font) last.text += visible
      else runs.push({ font, text: visible })
    }
    return { runs, isComplete }
  }

  /** Caches the width of each word, because most of a document's words occur often. */
  const measureWord = (word: string, style: Style) => {
    const key = `${style.weight} ${style.size} ${word}`
    const width = wordWidths.get(key) ?? measure(splitRuns(word, style.weight).runs, style).width
    wordWidths.set(key, width)
    return width
  }

  return {
    set(text, style, width) {
      const plain = plainText(text)
      const lines = breakLines(plain, width, (part) => measureWord(part, style))
      return {
        lines: lines.map((line) => measure(splitRuns(line, style.weight).runs, style)),
        isComplete: splitRuns(plain, style.weight).isComplete,
      }
    },
    draw({ runs }, { size, color }, x, y) {
      let left = x
      for (const { font, text, width } of runs) {
        pdf.font(font).fontSize(size).fillColor(color).text(text, left, y, { lineBreak: false })
        left += width
      }
    },
  }
}

/** Normalises text to one visible line. Control and formatting characters could hide or reverse other text. */
function plainText(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
}

/** Puts as many words on a line as fit. A word longer than a line is split. */
function breakLines(text: string, most: number, measure: (part: string) => number): string[] {
  const lines: string[] = []
  const space = measure(' ')
  let words: string[] = []
  let width = -space
  for (const word of text.split(' ')) {
    const extended = width + space + measure(word)
    if (extended <= most) {
      words.push(word)
      width = extended
      continue
    }
    if (words.length > 0) lines.push(words.join(' '))
    const parts = breakWord(word, (part) => measure(part) <= most)
    const rest = parts.pop() ?? ''
    lines.push(...parts)
    words = [rest]
    width = measure(rest)
  }
  return [...lines, words.join(' ')]
}

function breakWord(word: string, fits: (part: string) => boolean): string[] {
  if (fits(word)) return [word]
  const parts: string[] = []
  let part = ''
  for (const { segment } of graphemes.segment(word)) {
    if (part !== '' && !fits(part + segment)) {
      parts.push(part)
      part = ''
    }
    part += segment
  }
  return [...parts, part]
}

/** pdfkit exposes a font's characters only through a private property. */
function hasGlyph(pdf: Pdf, character: string): boolean {
  const { font } = (pdf as unknown as { _font: { font: { hasGlyphForCodePoint: (point: number) => boolean } } })._font
  return font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
}
