import { type Cell, colours, createPageLayout, type PageLayout, page } from '#platform/server/pdf/page-layout.ts'
import type { Style } from '#platform/server/pdf/text-layout.ts'
import { type DocumentText, documentText, type IssuedDocument, writeDocumentText } from '../document-text.ts'

const plain: Style = { weight: 400, size: 9.5, color: colours.ink }
const strong: Style = { ...plain, weight: 600 }
const label: Style = { ...plain, size: 8.5, color: colours.muted }
const heading: Style = { weight: 600, size: 24, color: colours.ink }
const onDark: Style = { weight: 600, size: 14, color: colours.white }
const small: Style = { weight: 400, size: 8, color: colours.muted }

const WIDTH = page.right - page.left
const GAP = 24
const HALF = (WIDTH - GAP) / 2

/** Draws the PDF from the frozen content. The same document always produces the same bytes. */
export async function drawDocument(document: IssuedDocument): Promise<Buffer> {
  const text = documentText(document)
  const { reference, issuedAt, content } = document
  const pages = createPageLayout({
    title: `${text.title} ${reference}`,
    author: content.seller.name,
    createdAt: issuedAt,
  })
  drawHead(pages, content.seller.name)
  drawTitle(pages, text, reference)
  drawParties(pages, text)
  drawFacts(pages, text.facts)
  drawTable(pages, text.columns)
  drawTotals(pages, text.totals)
  drawNotes(pages, text.notes)
  if (!pages.isComplete()) attachText(pages, document)
  return pages.finish((number, count) => {
    drawFoot(pages, `${reference} · page ${number} of ${count}`, text.testMark)
  })
}

/** Draws the site's logo and the company's name. */
function drawHead(pages: PageLayout, name: string) {
  const cell: Cell = { text: name, x: page.left + 46, width: WIDTH - 46, style: onDark, tag: 'P' }
  const textHeight = pages.measureHeight(cell)
  const height = Math.max(84, textHeight + 48)
  pages.decorate(() => {
    const { pdf } = pages
    pdf.rect(0, 0, page.width, height).fill(colours.dark)
    pdf.rect(0, height, page.width, 4).fill(colours.amber)
    pdf.translate(page.left, (height - 32) / 2)
    pdf.roundedRect(0, 0, 32, 32, 8).fill(colours.ink)
    pdf.circle(20, 12, 6.5).fill(colours.amber)
    pdf.path('M4 28.5C13 28 10 20.5 15 18.5S19 14 20 12').lineWidth(3.5).lineCap('round').stroke(colours.white)
  })
  pages.space((height - textHeight) / 2 - pages.top())
  pages.row([cell])
  pages.space(height + 36 - pages.top())
}

function drawTitle(pages: PageLayout, { title, testMark }: DocumentText, reference: string) {
  pages.row([{ text: title, x: page.left, width: WIDTH, style: heading, tag: 'H1' }])
  pages.row([
    { text: reference, x: page.left, width: WIDTH, style: { ...plain, size: 12, color: colours.muted }, tag: 'P' },
  ])
  pages.space(20)
  if (testMark === null) return
  const top = pages.top()
  pages.decorate(() => void pages.pdf.roundedRect(page.left, top, WIDTH, 30, 6).fill(colours.amberSoft))
  pages.space(7)
  pages.row([
    {
      text: testMark,
      x: page.left + 12,
      width: WIDTH - 24,
      style: { ...strong, size: 11, color: colours.amberInk },
      tag: 'P',
    },
  ])
  pages.space(top + 30 + 18 - pages.top())
}

function drawParties(pages: PageLayout, { seller, buyer }: DocumentText) {
  const left = { x: page.left, width: HALF }
  const right = { x: page.left + HALF + GAP, width: HALF }
  pages.row([
    { text: 'From', ...left, style: label, tag: 'H2' },
    { text: 'To', ...right, style: label, tag: 'H2' },
  ])
  pages.space(2)
  pages.row([
    { text: seller, ...left, style: plain, firstStyle: strong, tag: 'P' },
    { text: buyer, ...right, style: plain, firstStyle: strong, tag: 'P' },
  ])
  pages.space(24)
}

function drawFacts(pages: PageLayout, facts: DocumentText['facts']) {
  for (const [name, value] of facts) {
    pages.row([
      { text: name, x: page.left, width: 130, style: { ...plain, color: colours.muted }, tag: 'P' },
      { text: value, x: page.left + 140, width: WIDTH - 140, style: plain, tag: 'P' },
    ])
    pages.space(2)
  }
  pages.space(22)
}

function drawTable(pages: PageLayout, columns: DocumentText['columns']) {
  const table = pages.open('Table')
  const cells = layOutColumns(columns)
  pages.keepTogether(70)
  const top = pages.top()
  pages.decorate(() => void pages.pdf.roundedRect(page.left, top, WIDTH, 26, 6).fill(colours.dark))
  pages.space(7)
  const headStyle: Style = { weight: 600, size: 8.5, color: colours.white }
  const head = pages.open('TR', table)
  pages.row(
    cells.map(({ name, position }) => ({ text: name, ...position, style: headStyle, tag: 'TH' })),
    head,
  )
  head.end()
  pages.space(top + 26 + 9 - pages.top())
  const body = pages.open('TR', table)
  pages.row(
    cells.map(({ value, position }) => ({ text: value, ...position, style: plain, tag: 'TD' })),
    body,
  )
  body.end()
  table.end()
  pages.space(9)
  drawRule(pages, page.left, colours.line)
  pages.space(12)
}

/** The first column takes up the width that the amount columns leave. */
function layOutColumns(columns: DocumentText['columns']) {
  const amountWidth = columns.length > 3 ? 58 : 90
  const firstWidth = WIDTH - 24 - amountWidth * (columns.length - 1)
  return columns.map(([name, value], index) => {
    const amountLeft = page.left + 12 + firstWidth + amountWidth * (index - 1) + 6
    const position: Pick<Cell, 'x' | 'width' | 'align'> =
      index === 0
        ? { x: page.left + 12, width: firstWidth, align: 'left' }
        : { x: amountLeft, width: amountWidth - 6, align: 'right' }
    return { name, value, position }
  })
}

function drawTotals(pages: PageLayout, totals: DocumentText['totals']) {
  const left = page.right - 232
  pages.keepTogether(totals.length * 24)
  totals.forEach(([name, value], index) => {
    const isLast = index === totals.length - 1
    if (isLast) drawRule(pages, left, colours.dark)
    pages.space(isLast ? 6 : 2)
    const style = isLast ? { ...strong, size: 13 } : plain
    pages.row([
      { text: name, x: left, width: 120, style, tag: 'P' },
      { text: value, x: left + 120, width: 100, style, align: 'right', tag: 'P' },
    ])
    pages.space(4)
  })
  pages.space(20)
}

function drawRule(pages: PageLayout, left: number, colour: string) {
  const top = pages.top()
  pages.decorate(() => void pages.pdf.moveTo(left, top).lineTo(page.right, top).lineWidth(0.8).stroke(colour))
}

function drawNotes(pages: PageLayout, notes: string[]) {
  for (const text of notes) {
    pages.row([{ text, x: page.left, width: WIDTH, style: { ...plain, size: 9, color: colours.muted }, tag: 'P' }])
    pages.space(5)
  }
}

/** The PDF font lacks some scripts, so attach the text file, which contains every name in full. */
function attachText(pages: PageLayout, document: IssuedDocument) {
  const name = `${document.reference}.txt`
  pages.pdf.file(Buffer.from(writeDocumentText(document)), {
    name,
    type: 'text/plain',
    description: 'The same document as text',
    creationDate: document.issuedAt,
    modifiedDate: document.issuedAt,
  })
  drawNotes(pages, [
    `Some characters above aren’t available in this document’s typeface and appear as question marks. For the full text, see ${name}, which is attached to this PDF and next to it under Invoices.`,
  ])
}

function drawFoot(pages: PageLayout, footer: string, testMark: string | null) {
  pages.decorate(() => {
    const { pdf } = pages
    const top = page.height - 50
    pdf.moveTo(page.left, top).lineTo(page.right, top).lineWidth(0.8).stroke(colours.line)
    const text = testMark === null ? footer : `${testMark} · ${footer}`
    pages.write({ text, style: small, x: page.left, top: top + 10 })
    if (testMark === null) return
    pdf.rotate(-38, { origin: [page.width / 2, page.height / 2] }).fillOpacity(0.12)
    pages.write({
      text: 'TEST',
      style: { weight: 600, size: 190, color: colours.amber },
      x: 40,
      top: page.height / 2 - 130,
    })
  })
}
