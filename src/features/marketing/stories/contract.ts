import { z } from 'zod'
import { ServiceType } from '#features/catalogue/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { text } from '#platform/shared/text.ts'

/** A success story: the start, the work and the result. */
export const Story = z.object({
  id: z.uuid(),
  serviceType: ServiceType,
  /** Invented as an example, and marked as such wherever it appears (PRODUCT D16). */
  isIllustrative: z.boolean(),
  title: z.string(),
  start: z.string(),
  work: z.string(),
  result: z.string(),
  /** The member's own words, published with permission. Null for an invented story. */
  quote: z.object({ text: z.string(), firstName: z.string() }).nullable(),
})
export type Story = z.infer<typeof Story>

export const listStories = endpoint('GET /api/stories', {
  summary: 'The success stories of every service, and which of them are made up to explain',
  access: 'public',
  response: z.array(Story),
})

const storyText = (name: string, max: number) => text({ required: `Please write ${name}`, max })

/** Text that staff write around the quote. */
export const storyTexts = {
  title: storyText('a title', 80),
  start: storyText('how it began', 400),
  work: storyText('what was done', 400),
  result: storyText('what came of it', 400),
}

export const publishStory = endpoint('POST /api/admin/stories', {
  summary: 'Tell the story of somebody who has allowed that their words are published',
  access: 'administrator',
  body: z.strictObject({
    /** The rated session's booking. */
    ratingId: z.uuid(),
    ...storyTexts,
  }),
  response: Story,
  message: 'The story is published.',
  refusals: {
    'rating-not-found': { status: 404, message: 'There is no such rating, or its words may not be published.' },
    'already-published': 'This rating is a story already.',
    'title-taken': 'Another story of this service has this title. Please choose another one.',
  },
})
