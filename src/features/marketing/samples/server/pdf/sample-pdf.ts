import { setImmediate } from 'node:timers/promises'
import { services } from '#features/catalogue/rules/services.ts'
import { colours, createPageLayout, type PageLayout, page } from '#platform/server/pdf/page-layout.ts'
import type { Style } from '#platform/server/pdf/text-layout.ts'
import type { Sample } from '../../contract.ts'
import { drawBlock } from './block-pdf.ts'
import { column } from './drawing-pdf.ts'

const small: Style = { weight: 400, size: 8, color: colours.muted }
const mark: Style = { weight: 600, size: 8, color: colours.amberInk }
const coverKind: Style = { weight: 600, size: 10, color: colours.amber }
const coverTitle: Style = { weight: 600, size: 27, color: colours.white }
const coverText: Style = { weight: 400, size: 10, color: '#d5dde4' }
const pageTitle: Style = { weight: 600, size: 18, color: colours.ink }

/** A constant, so that the same text always gives the same bytes. */
const WRITTEN_AT = new Date('2026-11-28T12:00:00Z')

const COVER_HEIGHT = 186
const FIRST_LINE = 74

/** Draws a sample's PDF, with one sheet per page. The server answers other requests between sheets. */
export async function drawSample(sample: Sample, brandName: string): Promise<Buffer> {
  const pages = createPageLayout({ title: `Sample: ${sample.title}`, author: brandName, createdAt: WRITTEN_AT })
  for (const [index, sheet] of sample.pages.entries()) {
    if (index === 0) drawCover(pages, sample, brandName)
    else {
      pages.nextPage()
      pages.space(FIRST_LINE - pages.top())
    }
    pages.pdf.outline.addItem(sheet.title)
    pages.row([{ text: sheet.title, ...column, style: pageTitle, tag: 'H2' }])
    pages.space(10)
    for (const block of sheet.blocks) drawBlock(pages, block)
    await setImmediate()
  }
  if (!pages.isComplete()) throw new Error(`The font lacks characters of the sample ${sample.slug}`)
  return pages.finish((number, count) => drawFrame(pages, sample, brandName, { number, count }))
}

function drawCover(pages: PageLayout, { serviceType, title, reader }: Sample, brandName: string) {
  const { pdf } = pages
  pages.decorate(() => {
    pdf.rect(0, 0, page.width, COVER_HEIGHT).fill(colours.dark)
    pdf.rect(0, COVER_HEIGHT, page.width, 4).fill(colours.amber)
    pdf.translate(page.right - 52, 62)
    pdf.roundedRect(0, 0, 52, 52, 13).fill(colours.ink)
    pdf.scale(52 / 32)
    pdf.circle(20, 12, 6.5).fill(colours.amber)
    pdf.path('M4 28.5C13 28 10 20.5 15 18.5S19 14 20 12').lineWidth(3.5).lineCap('round').stroke(colours.white)
  })
  const place = { x: column.x, width: 395 }
  pages.space(60 - pages.top())
  pages.row([{ text: `${services[serviceType].name} · Sample`, ...place, style: coverKind, tag: 'P' }])
  pages.space(4)
  pages.row([{ text: title, ...place, style: coverTitle, tag: 'H1' }])
  pages.space(6)
  pages.row([{ text: [`Written for ${reader}`, `An example · ${brandName}`], ...place, style: coverText, tag: 'P' }])
  pages.space(COVER_HEIGHT + 28 - pages.top())
}

type Position = { number: number; count: number }

/** Draws the header, watermark and footer, which screen readers skip. */
function drawFrame(pages: PageLayout, sample: Sample, brandName: string, { number, count }: Position) {
  const { pdf } = pages
  const right = column.x + column.width
  pages.decorate(() => {
    if (number > 1) {
      pages.write({ text: `Sample · ${sample.title}`, style: mark, x: column.x, top: 34 })
      pages.write({ text: services[sample.serviceType].name, style: small, x: right, top: 34, align: 'right' })
      pdf.moveTo(column.x, 52).lineTo(right, 52).lineWidth(0.8).stroke(colours.line)
    }
    const top = page.height - 44
    pages.write({ text: `${brandName} · an example, not a real person or business`, style: small, x: column.x, top })
    pages.write({ text: `Page ${number} of ${count}`, style: small, x: right, top, align: 'right' })
  })
  pages.decorate(() => {
    pdf.rotate(-52, { origin: [page.width / 2, page.height / 2] }).fillOpacity(0.09)
    const style: Style = { weight: 600, size: 150, color: colours.amber }
    pages.write({ text: 'SAMPLE', style, x: page.width / 2, top: page.height / 2 - 105, align: 'middle' })
  })
}
