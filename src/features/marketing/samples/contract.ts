import { z } from 'zod'
import { ServiceType } from '#features/catalogue/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'

export const sampleSlugs = ['future-profile', 'roadmap', 'study-strategy', 'monthly-report'] as const
export type SampleSlug = (typeof sampleSlugs)[number]

const SamplePicture = z.enum(['dog-at-door', 'tipping-pumpkin', 'stirring-soup', 'slicing-bread', 'serving-soup'])
export type SamplePicture = z.infer<typeof SamplePicture>

const Chart = z.object({
  title: z.string(),
  /** Written after each value, such as " posts" or "%". */
  unit: z.string(),
  form: z.enum(['bars', 'columns']),
  values: z.array(z.object({ label: z.string(), value: z.number() })),
})
export type Chart = z.infer<typeof Chart>

/** Several routes from one starting point, each with dated stops and a destination. */
const Roadmap = z.object({
  start: z.string(),
  lanes: z.array(
    z.object({
      title: z.string(),
      stops: z.array(z.object({ date: z.string(), text: z.string() })),
      destination: z.string(),
    }),
  ),
})
export type Roadmap = z.infer<typeof Roadmap>

/** A post as people see it. */
const Post = z.object({ picture: SamplePicture, alt: z.string(), caption: z.array(z.string()), hashtags: z.string() })

/** A reel, shot by shot. */
const Shot = z.object({ picture: SamplePicture, seconds: z.string(), words: z.string(), action: z.string() })

const Block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), text: z.string() }),
  z.object({ kind: z.literal('paragraph'), text: z.string() }),
  z.object({
    kind: z.literal('list'),
    marker: z.enum(['bullet', 'number', 'box']),
    items: z.array(z.object({ title: z.string().optional(), text: z.string() })),
  }),
  z.object({
    kind: z.literal('table'),
    columns: z.array(z.string()),
    /** The first cell is the row's heading. */
    rows: z.array(z.array(z.string())),
    /** Relative widths, one per column. */
    widths: z.array(z.number()),
  }),
  z.object({ kind: z.literal('callout'), title: z.string(), text: z.string() }),
  z.object({ kind: z.literal('charts'), charts: z.array(Chart) }),
  z.object({ kind: z.literal('roadmap'), roadmap: Roadmap }),
  z.object({ kind: z.literal('post'), post: Post }),
  z.object({ kind: z.literal('storyboard'), shots: z.array(Shot) }),
  z.object({ kind: z.literal('sources'), sources: z.array(z.object({ title: z.string(), url: z.url() })) }),
])
export type Block = z.infer<typeof Block>

/** An A4 sheet in the PDF and on the site. */
const SamplePage = z.object({ title: z.string(), blocks: z.array(Block) })
export type SamplePage = z.infer<typeof SamplePage>

/** A document of a kind that a package includes, written for an invented reader (PRODUCT D16). */
export const Sample = z.object({
  slug: z.enum(sampleSlugs),
  serviceType: ServiceType,
  /** The package that includes a document like this. */
  packageId: z.string(),
  packageTitle: z.string(),
  title: z.string(),
  /** What the document is called in a sentence. */
  noun: z.enum(['report', 'roadmap']),
  /** The reader's role, never a name. */
  reader: z.string(),
  description: z.string(),
  /** The PDF's size, rounded up. A constant, because the PDF is drawn only when someone requests it. */
  kilobytes: z.number(),
  pages: z.array(SamplePage),
})
export type Sample = z.infer<typeof Sample>

export const listSamples = endpoint('GET /api/samples', {
  summary: 'List the sample documents of every service with their whole text',
  access: 'public',
  response: z.array(Sample),
})
