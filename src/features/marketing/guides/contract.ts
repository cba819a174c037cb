import { z } from 'zod'
import { ServiceType } from '#features/catalogue/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'

/** A guide as it appears in a list. */
export const GuideSummary = z.object({
  id: z.uuid(),
  slug: z.string(),
  /** Null for a guide about all services. */
  serviceType: ServiceType.nullable(),
  title: z.string(),
  summary: z.string(),
  /** The name of its illustration. */
  picture: z.string(),
  readingMinutes: z.int(),
  publishedAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type GuideSummary = z.infer<typeof GuideSummary>

/** A piece of text in one style. A block's pieces follow one another without a gap. */
const TextRun = z.object({
  text: z.string(),
  isStrong: z.literal(true).optional(),
  isEmphasised: z.literal(true).optional(),
  /** An https address, a path on this site or an anchor on this page. */
  href: z.string().optional(),
})
export type TextRun = z.infer<typeof TextRun>

/** A part of a guide. Parts are not nested, so that a page can show them without any HTML from the guide. */
const GuideBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), level: z.literal([2, 3]), id: z.string(), text: z.string() }),
  z.object({ kind: z.literal('paragraph'), runs: z.array(TextRun) }),
  z.object({ kind: z.literal('list'), isOrdered: z.boolean(), items: z.array(z.array(TextRun)) }),
  z.object({ kind: z.literal('quote'), runs: z.array(TextRun) }),
])
export type GuideBlock = z.infer<typeof GuideBlock>

const GuideSource = z.object({
  title: z.string(),
  url: z.url({ protocol: /^https$/ }),
  /** The day on which someone last checked the guide against this source. */
  checkedOn: z.iso.date(),
})
export type GuideSource = z.infer<typeof GuideSource>

export const Guide = GuideSummary.extend({
  blocks: z.array(GuideBlock),
  sources: z.array(GuideSource),
  /** The earliest day on which a source was checked. */
  factsCheckedOn: z.iso.date(),
})
export type Guide = z.infer<typeof Guide>

export const listGuides = endpoint('GET /api/guides', {
  summary: 'List the shown guides, newest first, without their text',
  access: 'public',
  response: z.array(GuideSummary),
})

export const getGuide = endpoint('GET /api/guides/:slug', {
  summary: 'Get a guide: its text as headings, paragraphs, lists and quotes, and its sources',
  access: 'public',
  params: z.strictObject({ slug: z.string().max(80) }),
  response: Guide,
  refusals: { 'guide-not-found': { status: 404, message: 'We couldn’t find this guide.' } },
})
