import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { createTextLayout, type Line, type Style, type TextLayout } from './text-layout.ts'

// The colours from src/app/web/styles.css.
export const colours = {
  dark: '#22303f',
  ink: '#17212b',
  muted: '#51606d',
  line: '#e6e3da',
  ground: '#fbfaf6',
  amber: '#ffb300',
  amberSoft: '#fff1cf',
  amberInk: '#8a5600',
  white: '#ffffff',
}

export const page = { width: 595.28, height: 841.89, left: 50, right: 545.28, top: 56, bottom: 770 }

export type Cell = {
  /** If there are several texts, they are drawn one below another. */
  text: string | string[]
  x: number
  width: number
  style: Style
  /** The style of the first text if there are several. */
  firstStyle?: Style
  align?: 'left' | 'right'
  /** The PDF tag for screen readers. */
  tag: 'H1' | 'H2' | 'H3' | 'P' | 'TH' | 'TD' | 'Lbl' | 'LBody' | 'Link'
}

/** A single line at a fixed position. `x` is its start, middle or end. */
type PlacedText = { text: string; style: Style; x: number; top: number; align?: 'left' | 'middle' | 'right' }

const LINE_HEIGHT = 1.45

type Element = PDFKit.PDFStructureElement
type LaidOutLine = { line: Line; style: Style; isComplete: boolean }
type DrawnCell = { cell: Cell; lines: LaidOutLine[]; element: Element }

type Description = { title: string; author: string; createdAt: Date }

/**
 * An A4 document filled from top to bottom and read aloud in that order (PDF/UA). It does not depend on when it is
 * drawn, so the same content gives the same bytes.
 */
export function createPageLayout(description: Description) {
  const pdf = openPdf(description)
  const file = buffer(pdf)
  const typesetter = createTextLayout(pdf)
  const document = pdf.struct('Document')
  pdf.addStructure(document)
  const { fill, ...flow } = createPageFlow(pdf)
  let isComplete = true

  const open = (tag: string, parent: Element = document, actual?: string) => {
    const element = pdf.struct(tag, actual === undefined ? {} : { actual })
    parent.add(element)
    return element
  }

  return {
    pdf,
    open,
    ...flow,
    /** False if the font lacked a character of any text drawn so far. */
    isComplete: () => isComplete,
    measureHeight: (cell: Cell) => setCell(typesetter, cell).length * cell.style.size * LINE_HEIGHT,
    /** Draws cells side by side. A row that does not fit continues on the next page. */
    row(cells: Cell[], parent?: Element) {
      const drawn = cells.map((cell) => {
        const lines = setCell(typesetter, cell)
        const isCellComplete = lines.every((line) => line.isComplete)
        isComplete &&= isCellComplete
        // Screen readers and copied text get the original even if the font lacks characters.
        return {
          cell,
          lines,
          element: open(cell.tag, parent, isCellComplete ? undefined : [cell.text].flat().join(', ')),
        }
      })
      const height = Math.max(...cells.map(({ style }) => style.size)) * LINE_HEIGHT
      const count = Math.max(...drawn.map(({ lines }) => lines.length))
      fill({ count, height }, (slice) => {
        for (const cell of drawn) drawSlice(typesetter, cell, { ...slice, height })
      })
      for (const { element } of drawn) element.end()
    },
    /** Draws decoration that screen readers skip: backgrounds, rules and marks. */
    decorate: (draw: () => void) => decorate(pdf, draw),
    /** Draws a picture, which screen readers describe with `description`. */
    figure(description: string, draw: () => void) {
      const element = pdf.struct('Figure', { alt: description })
      document.add(element)
      element.add(() => {
        pdf.save()
        draw()
        pdf.restore()
      })
      element.end()
    },
    /** Draws text repeated on every page or within a picture, which screen readers skip. */
    write({ text, style, x, top, align = 'left' }: PlacedText) {
      const [line] = typesetter.set(text, style, Number.POSITIVE_INFINITY).lines
      if (line) typesetter.draw(line, style, x - line.width * { left: 0, middle: 0.5, right: 1 }[align], top)
    },
    /** @param onPage draws the footer of each page, once the page count is known */
    finish(onPage: (page: number, count: number) => void): Promise<Buffer> {
      document.end()
      const { start, count } = pdf.bufferedPageRange()
      for (let index = 0; index < count; index += 1) {
        pdf.switchToPage(start + index)
        onPage(index + 1, count)
      }
      pdf.end()
      return file
    },
  }
}

export type PageLayout = ReturnType<typeof createPageLayout>

function openPdf({ title, author, createdAt }: Description) {
  return new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    pdfVersion: '1.7',
    // Missing from pdfkit's types.
    subset: 'PDF/UA' as never,
    tagged: true,
    lang: 'en-GB',
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: createdAt, ModDate: createdAt },
  })
}

type Slice = { first: number; fitting: number; top: number }

/** Tracks the current page and the position of the next row. */
function createPageFlow(pdf: PDFKit.PDFDocument) {
  let y = page.top
  const nextPage = () => {
    pdf.addPage()
    y = page.top
  }
  return {
    nextPage,
    top: () => y,
    space(points: number) {
      y += points
    },
    /** Starts a new page if less than this space is left. */
    keepTogether(points: number) {
      if (y + points > page.bottom) nextPage()
    },
    /** Draws lines one below another, on one page if they fit. */
    fill({ count, height }: { count: number; height: number }, draw: (slice: Slice) => void) {
      if (y + count * height > page.bottom && count * height < page.bottom - page.top) nextPage()
      for (let first = 0; first < count; ) {
        const fitting = Math.max(1, Math.floor((page.bottom - y) / height))
        draw({ first, fitting, top: y })
        y += Math.min(fitting, count - first) * height
        first += fitting
        if (first < count) nextPage()
      }
    },
  }
}

function setCell(typesetter: TextLayout, { text, style, firstStyle, width }: Cell): LaidOutLine[] {
  const texts = Array.isArray(text) ? text : [text]
  return texts.flatMap((part, index) => {
    const lineStyle = (index === 0 && firstStyle) || style
    const { lines, isComplete } = typesetter.set(part, lineStyle, width)
    return lines.map((line) => ({ line, style: lineStyle, isComplete }))
  })
}

function drawSlice(typesetter: TextLayout, { cell, lines, element }: DrawnCell, slice: Slice & { height: number }) {
  const { x, width, align } = cell
  const visible = lines.slice(slice.first, slice.first + slice.fitting)
  if (visible.length === 0) return
  element.add(() => {
    for (const [index, { line, style }] of visible.entries())
      typesetter.draw(line, style, align === 'right' ? x + width - line.width : x, slice.top + index * slice.height)
  })
}

function decorate(pdf: PDFKit.PDFDocument, draw: () => void) {
  pdf.markContent('Artifact', { type: 'Layout' })
  pdf.save()
  draw()
  pdf.restore()
  pdf.endMarkedContent()
}
