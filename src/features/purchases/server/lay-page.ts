import PDFDocument from 'pdfkit'
import { type Line, openTypesetter, type Style } from './set-text.ts'

// Like src/app/web/styles.css.
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
  /** Several stand below each other. */
  text: string | string[]
  x: number
  width: number
  style: Style
  /** Of the first of several texts. */
  firstStyle?: Style
  align?: 'left' | 'right'
  /** What it is to a screen reader. */
  tag: 'H1' | 'H2' | 'P' | 'TH' | 'TD'
}

const LINE_HEIGHT = 1.45

type Element = PDFKit.PDFStructureElement
type SetLine = { line: Line; style: Style; isComplete: boolean }
type DrawnCell = { cell: Cell; lines: SetLine[]; element: Element }

/**
 * An A4 document that is filled from top to bottom, page after page, and read aloud in that order (PDF/UA). Nothing in
 * it depends on when it is made: the same words give the same bytes.
 */
export function layPages({ title, author, madeAt }: { title: string; author: string; madeAt: Date }) {
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    pdfVersion: '1.7',
    // Not among the types that pdfkit knows.
    subset: 'PDF/UA' as never,
    tagged: true,
    lang: 'en-GB',
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: madeAt, ModDate: madeAt },
  })
  const parts: Buffer[] = []
  pdf.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise<void>((resolve) => pdf.on('end', () => resolve()))
  const typesetter = openTypesetter(pdf)
  const document = pdf.struct('Document')
  pdf.addStructure(document)
  let y = page.top
  let isComplete = true

  const nextPage = () => {
    pdf.addPage()
    y = page.top
  }

  const open = (tag: string, parent: Element = document, actual?: string) => {
    const element = pdf.struct(tag, actual === undefined ? {} : { actual })
    parent.add(element)
    return element
  }

  const set = ({ text, style, firstStyle, width }: Cell): SetLine[] => {
    const texts = Array.isArray(text) ? text : [text]
    return texts.flatMap((part, index) => {
      const lineStyle = (index === 0 && firstStyle) || style
      const { lines, isComplete } = typesetter.set(part, lineStyle, width)
      return lines.map((line) => ({ line, style: lineStyle, isComplete }))
    })
  }

  const drawLine = ({ line, style }: SetLine, { x, width, align }: Cell, top: number) =>
    typesetter.draw(line, style, align === 'right' ? x + width - line.width : x, top)

  const drawDown = (drawn: DrawnCell[], height: number) => {
    const count = Math.max(...drawn.map(({ lines }) => lines.length))
    if (y + count * height > page.bottom && count * height < page.bottom - page.top) nextPage()
    for (let first = 0; first < count; ) {
      const fitting = Math.max(1, Math.floor((page.bottom - y) / height))
      for (const one of drawn) drawSlice(one, { first, fitting, height })
      y += Math.min(fitting, count - first) * height
      first += fitting
      if (first < count) nextPage()
    }
  }

  const drawSlice = ({ cell, lines, element }: DrawnCell, part: { first: number; fitting: number; height: number }) => {
    const slice = lines.slice(part.first, part.first + part.fitting)
    if (slice.length === 0) return
    element.add(() => {
      for (const [index, line] of slice.entries()) drawLine(line, cell, y + index * part.height)
    })
  }

  return {
    pdf,
    open,
    /** Where the next row begins. */
    top: () => y,
    /** Whether every character could be shown until now. */
    isComplete: () => isComplete,
    space(points: number) {
      y += points
    },
    /** Begins a new page where less than this is left. */
    keepTogether(points: number) {
      if (y + points > page.bottom) nextPage()
    },
    heightOf: (cell: Cell) => set(cell).length * cell.style.size * LINE_HEIGHT,
    /** Cells side by side. A row that is longer than what is left goes on on the next page. */
    row(cells: Cell[], parent?: Element) {
      const drawn = cells.map((cell) => {
        const lines = set(cell)
        const isWhole = lines.every((line) => line.isComplete)
        isComplete &&= isWhole
        // Read aloud and copied as it was written, also where it cannot be shown so.
        return { cell, lines, element: open(cell.tag, parent, isWhole ? undefined : [cell.text].flat().join(', ')) }
      })
      const height = Math.max(...cells.map(({ style }) => style.size)) * LINE_HEIGHT
      drawDown(drawn, height)
      for (const { element } of drawn) element.end()
    },
    /** What is only to be seen: grounds, rules, the mark of a test. */
    decorate(draw: () => void) {
      pdf.markContent('Artifact', { type: 'Layout' })
      pdf.save()
      draw()
      pdf.restore()
      pdf.endMarkedContent()
    },
    /** Text that every page repeats, and that is read aloud on none. */
    write(text: string, style: Style, x: number, top: number, width: number) {
      const [line] = typesetter.set(text, style, width).lines
      if (line) typesetter.draw(line, style, x, top)
    },
    /** @param onPage draws what stands on each page, once it is known how many there are */
    async finish(onPage: (page: number, count: number) => void): Promise<Buffer> {
      document.end()
      const { start, count } = pdf.bufferedPageRange()
      for (let index = 0; index < count; index += 1) {
        pdf.switchToPage(start + index)
        onPage(index + 1, count)
      }
      pdf.end()
      await ended
      return Buffer.concat(parts)
    },
  }
}

export type Pages = ReturnType<typeof layPages>
