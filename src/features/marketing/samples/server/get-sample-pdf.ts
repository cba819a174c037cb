import { createHash } from 'node:crypto'
import { readCompany } from '#features/company/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Sample } from '../contract.ts'

type SamplePdf = { content: Buffer; etag: string }

/** Drawn on the first request and then kept, because the text changes only with a new version of the site. */
const drawn = new Map<Sample['slug'], { brandName: string; pdf: Promise<SamplePdf> }>()

export async function getSamplePdf({ db }: Pick<Context, 'db'>, sample: Sample): Promise<SamplePdf> {
  const { brandName } = await readCompany(db)
  const kept = drawn.get(sample.slug)
  if (kept?.brandName === brandName) return kept.pdf
  const pdf = drawPdf(sample, brandName)
  drawn.set(sample.slug, { brandName, pdf })
  // A failure is not kept, so the next request tries again.
  pdf.catch(() => drawn.delete(sample.slug))
  return pdf
}

async function drawPdf(sample: Sample, brandName: string): Promise<SamplePdf> {
  // Loaded with the first request, because an idle process must not hold the PDF library (docs/decisions/0030).
  const { drawSample } = await import('./pdf/sample-pdf.ts')
  const content = await drawSample(sample, brandName)
  return { content, etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 24)}"` }
}
