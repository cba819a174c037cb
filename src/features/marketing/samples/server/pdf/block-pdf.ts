import { type Cell, colours, type PageLayout } from '#platform/server/pdf/page-layout.ts'
import type { Style } from '#platform/server/pdf/text-layout.ts'
import type { Block } from '../../contract.ts'
import { describeChart, describeRoadmap, drawChart, drawRoadmap } from '../../rules/drawings.ts'
import { column, drawFigure } from './drawing-pdf.ts'
import { drawPost, drawStoryboard } from './example-pdf.ts'
import { cellStrong, cellText, strong, text } from './styles.ts'

const heading: Style = { weight: 600, size: 12, color: colours.ink }
const cellHead: Style = { ...cellStrong, color: colours.white }
const chartTitle: Style = { ...strong, size: 9.5 }

type Of<Kind extends Block['kind']> = Extract<Block, { kind: Kind }>

export function drawBlock(pages: PageLayout, block: Block) {
  const draw = painters[block.kind] as (pages: PageLayout, block: Block) => void
  draw(pages, block)
}

const painters = {
  heading: drawHeading,
  paragraph: drawParagraph,
  list: drawList,
  table: drawTable,
  callout: drawCallout,
  charts: drawCharts,
  roadmap: drawWholeRoadmap,
  post: drawPost,
  storyboard: drawStoryboard,
  sources: drawSources,
} satisfies { [Kind in Block['kind']]: (pages: PageLayout, block: Of<Kind>) => void }

function drawHeading(pages: PageLayout, block: Of<'heading'>) {
  pages.space(8)
  pages.row([{ text: block.text, ...column, style: heading, tag: 'H3' }])
  pages.space(3)
}

function drawParagraph(pages: PageLayout, block: Of<'paragraph'>) {
  pages.row([{ text: block.text, ...column, style: text, tag: 'P' }])
  pages.space(7)
}

const INDENT = 18

function drawList(pages: PageLayout, { items, marker }: Of<'list'>) {
  const list = pages.open('L')
  for (const [index, item] of items.entries()) {
    const element = pages.open('LI', list)
    const body = item.title === undefined ? item.text : [item.title, item.text]
    if (marker !== 'number') drawMarker(pages, marker)
    const position = { x: column.x + INDENT, width: column.width - INDENT }
    const label = marker === 'number' ? `${index + 1}.` : ''
    const cells: Cell[] = [
      { text: body, ...position, style: text, tag: 'LBody', ...(item.title && { firstStyle: strong }) },
    ]
    if (label) cells.unshift({ text: label, x: column.x, width: INDENT, style: strong, tag: 'Lbl' })
    pages.row(cells, element)
    element.end()
    pages.space(item.title ? 5 : 3.5)
  }
  list.end()
  pages.space(5)
}

function drawMarker(pages: PageLayout, marker: 'bullet' | 'box') {
  const top = pages.top()
  pages.decorate(() => {
    const { pdf } = pages
    if (marker === 'bullet') pdf.circle(column.x + 4, top + 7.5, 2.2).fill(colours.amber)
    else
      pdf
        .roundedRect(column.x, top + 2.5, 9.5, 9.5, 2)
        .lineWidth(0.9)
        .stroke(colours.muted)
  })
}

const CELL_PADDING = 7

function drawTable(pages: PageLayout, { columns, rows, widths }: Of<'table'>) {
  const positions = layOutColumns(widths)
  const table = pages.open('Table')
  const head = columns.map((name, index) => toCell(name, positions[index], { style: cellHead, tag: 'TH' }))
  drawTableRow(pages, table, head, colours.dark)
  for (const [number, row] of rows.entries()) {
    const cells = row.map((words, index) =>
      toCell(words, positions[index], index === 0 ? { style: cellStrong, tag: 'TH' } : { style: cellText, tag: 'TD' }),
    )
    drawTableRow(pages, table, cells, number % 2 === 0 ? colours.white : colours.ground)
  }
  table.end()
  pages.space(10)
}

function drawTableRow(pages: PageLayout, table: ReturnType<PageLayout['open']>, cells: Cell[], fill: string) {
  const height = Math.max(...cells.map(pages.measureHeight)) + 2 * CELL_PADDING - 3
  pages.keepTogether(height)
  const top = pages.top()
  pages.decorate(() => {
    pages.pdf.rect(column.x, top, column.width, height).fill(fill)
    const bottom = top + height
    pages.pdf
      .moveTo(column.x, bottom)
      .lineTo(column.x + column.width, bottom)
      .lineWidth(0.6)
      .stroke(colours.line)
  })
  pages.space(CELL_PADDING - 1.5)
  const element = pages.open('TR', table)
  pages.row(cells, element)
  element.end()
  pages.space(top + height - pages.top())
}

type Position = { x: number; width: number }

function layOutColumns(widths: number[]): Position[] {
  const total = widths.reduce((sum, width) => sum + width, 0)
  let x = column.x
  return widths.map((share) => {
    const width = (share / total) * column.width
    const position = { x: x + CELL_PADDING, width: width - 2 * CELL_PADDING }
    x += width
    return position
  })
}

function toCell(words: string, position: Position | undefined, look: Pick<Cell, 'style' | 'tag'>): Cell {
  return { text: words, ...(position ?? column), ...look }
}

const CALLOUT_PADDING = 13

function drawCallout(pages: PageLayout, block: Of<'callout'>) {
  const cell: Cell = {
    text: [block.title, block.text],
    x: column.x + CALLOUT_PADDING + 5,
    width: column.width - 2 * CALLOUT_PADDING - 5,
    style: text,
    firstStyle: { ...strong, color: colours.amberInk },
    tag: 'P',
  }
  const height = pages.measureHeight(cell) + 2 * CALLOUT_PADDING - 3
  pages.space(3)
  pages.keepTogether(height)
  const top = pages.top()
  pages.decorate(() => {
    pages.pdf.roundedRect(column.x, top, column.width, height, 6).fill(colours.amberSoft)
    pages.pdf.roundedRect(column.x, top, 5, height, 2).fill(colours.amber)
  })
  pages.space(CALLOUT_PADDING - 1.5)
  pages.row([cell])
  pages.space(top + height + 11 - pages.top())
}

const CHART_GAP = 27
const CHART_TITLE_HEIGHT = 22

/** One or two charts side by side. */
function drawCharts(pages: PageLayout, { charts }: Of<'charts'>) {
  const width = (column.width - CHART_GAP) / 2
  const placed = charts.map((chart, index) => {
    const drawing = drawChart(chart)
    return { chart, drawing, x: column.x + index * (width + CHART_GAP), scale: width / drawing.width }
  })
  const height = Math.max(...placed.map(({ drawing, scale }) => drawing.height * scale))
  pages.space(4)
  pages.keepTogether(height + CHART_TITLE_HEIGHT)
  pages.row(placed.map(({ chart, x }) => ({ text: chart.title, x, width, style: chartTitle, tag: 'H3' })))
  pages.space(7)
  const top = pages.top()
  for (const { chart, drawing, x, scale } of placed) drawFigure(pages, drawing, describeChart(chart), { x, top, scale })
  pages.space(height + 12)
}

/** Leaves room for the page's title. */
const ROADMAP_HEIGHT = 640

function drawWholeRoadmap(pages: PageLayout, { roadmap }: Of<'roadmap'>) {
  const drawing = drawRoadmap(roadmap)
  const scale = Math.min(column.width / drawing.width, ROADMAP_HEIGHT / drawing.height)
  const height = drawing.height * scale
  pages.keepTogether(height)
  const x = column.x + (column.width - drawing.width * scale) / 2
  drawFigure(pages, drawing, describeRoadmap(roadmap), { x, top: pages.top() + 4, scale })
  pages.space(height + 14)
}

function drawSources(pages: PageLayout, { sources }: Of<'sources'>) {
  const source: Style = { ...text, size: 7.5 }
  for (const { title, url } of sources) {
    pages.row([{ text: title, ...column, style: { ...source, weight: 600 }, tag: 'P' }])
    const top = pages.top()
    const link: Cell = {
      text: url.replace(/^https:\/\/(www[.])?/, ''),
      ...column,
      style: { ...source, color: colours.amberInk },
      tag: 'Link',
    }
    pages.pdf.link(column.x, top, column.width, pages.measureHeight(link), url)
    pages.row([link])
    pages.space(4)
  }
}
