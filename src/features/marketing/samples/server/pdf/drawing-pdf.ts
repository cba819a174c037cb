import { colours, type PageLayout } from '#platform/server/pdf/page-layout.ts'
import type { Drawing, Shape } from '../../rules/drawings.ts'

/** The position of the text on every sheet. */
export const column = { x: 62, width: 471 }

const tones = {
  ink: colours.ink,
  onAmber: colours.ink,
  muted: colours.muted,
  dark: colours.dark,
  amber: colours.amber,
  soft: colours.amberSoft,
  line: colours.line,
  white: colours.white,
}

type Place = { x: number; top: number; scale: number }

/**
 * Draws the shapes of a chart, roadmap or picture with the same coordinates as on the site.
 * @param description empty if the text beside it says the same
 */
export function drawFigure(pages: PageLayout, drawing: Drawing, description: string, { x, top, scale }: Place) {
  const draw = () => {
    pages.pdf.translate(x, top).scale(scale).rect(0, 0, drawing.width, drawing.height).clip()
    for (const shape of drawing.shapes) drawShape(pages, shape)
  }
  if (description) pages.figure(description, draw)
  else pages.decorate(draw)
}

function drawShape(pages: PageLayout, shape: Shape) {
  const { pdf } = pages
  if (shape.kind === 'box') drawBox(pdf, shape)
  else if (shape.kind === 'dot') pdf.circle(shape.x, shape.y, shape.radius).fill(tones[shape.fill])
  else if (shape.kind === 'road') drawRoad(pdf, shape)
  else if (shape.kind === 'paper') drawPaper(pdf, shape)
  else writeWords(pages, shape)
}

function drawBox(pdf: PDFKit.PDFDocument, { x, y, width, height, radius, fill }: Extract<Shape, { kind: 'box' }>) {
  pdf.roundedRect(x, y, width, height, Math.min(radius, width / 2)).fill(tones[fill])
}

function drawRoad(pdf: PDFKit.PDFDocument, { path, stroke, width, isDashed }: Extract<Shape, { kind: 'road' }>) {
  pdf.path(path).lineWidth(width)
  if (isDashed) pdf.dash(4, { space: 5 })
  pdf.stroke(tones[stroke]).undash()
}

function drawPaper(pdf: PDFKit.PDFDocument, { path, fill, opacity, x, y }: Extract<Shape, { kind: 'paper' }>) {
  pdf.save().translate(x, y).path(path).fillOpacity(opacity).fill(fill).restore()
}

const anchors = { start: 'left', middle: 'middle', end: 'right' } as const

/** SVG positions text by its baseline, pdfkit by its top. Poppins rises 1.05 times its size above the baseline. */
const ASCENT = 1.05

function writeWords(pages: PageLayout, shape: Extract<Shape, { kind: 'words' }>) {
  const { text, x, y, size, isStrong, anchor = 'start', fill } = shape
  const style = { weight: isStrong ? 600 : 400, size, color: tones[fill] } as const
  pages.write({ text, style, x, top: y - ASCENT * size, align: anchors[anchor] })
}
