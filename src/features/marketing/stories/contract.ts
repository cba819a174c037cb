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
  summary: 'List the published success stories for every service, and which are illustrative',
  access: 'public',
  response: z.array(Story),
})

/** Text that staff write around the quote. */
export const storyTexts = {
  title: text({ required: 'Enter a title', max: 80 }),
  start: text({ required: 'Describe the starting point', max: 400 }),
  work: text({ required: 'Describe our work', max: 400 }),
  result: text({ required: 'Describe the result', max: 400 }),
}

export const publishStory = endpoint('POST /api/admin/stories', {
  summary: 'Publish a story that quotes a member’s rating, with the member’s consent',
  access: 'administrator',
  body: z.strictObject({
    /** The rated session's booking. */
    ratingId: z.uuid(),
    ...storyTexts,
  }),
  response: Story,
  message: 'Story published.',
  refusals: {
    'rating-not-found': {
      status: 404,
      message: 'We couldn’t find that rating, or the member hasn’t agreed to it being published.',
    },
    'already-published': 'This rating already has a story.',
    'title-taken': 'Another story for this service has this title. Choose a different one.',
  },
})
