import { z } from 'zod'
import { ServiceType } from '#features/catalogue/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { text } from '#platform/shared/text.ts'

/** How a service helped somebody: with whom it began, what was done, what came of it. */
export const Story = z.object({
  id: z.uuid(),
  serviceType: ServiceType,
  /** Made up to explain, and marked so wherever it is shown (PRODUCT D16). */
  isIllustrative: z.boolean(),
  title: z.string(),
  start: z.string(),
  work: z.string(),
  result: z.string(),
  /** In the words of whom it is about, who allowed it; null where it is made up. */
  quote: z.object({ words: z.string(), firstName: z.string() }).nullable(),
})
export type Story = z.infer<typeof Story>

export const listStories = endpoint({
  method: 'GET',
  path: '/api/stories',
  summary: 'The success stories of every service, and which of them are made up to explain',
  access: 'public',
  response: z.array(Story),
})

const part = (name: string, max: number) => text({ required: `Please write ${name}`, max })

/** What staff write around the words that are quoted. */
export const storyParts = {
  title: part('a title', 80),
  start: part('how it began', 400),
  work: part('what was done', 400),
  result: part('what came of it', 400),
}

export const tellStory = endpoint({
  method: 'POST',
  path: '/api/admin/stories',
  summary: 'Tell the story of somebody who has allowed that their words are published',
  access: 'administrator',
  body: z.strictObject({
    /** The session that was rated. */
    ratingId: z.uuid(),
    ...storyParts,
  }),
  response: Story,
  message: 'The story is published.',
  refusals: {
    'rating-not-found': { status: 404, message: 'There is no such rating, or its words may not be published.' },
    'rating-told': 'This rating is a story already.',
    'title-taken': 'Another story of this service has this title. Please choose another one.',
  },
})
