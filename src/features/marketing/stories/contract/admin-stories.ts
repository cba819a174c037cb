import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { csvDownload } from '#platform/shared/file-response.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'
import { Story, storyTexts } from '../contract.ts'

export const AdminStory = Story.extend({ isShown: z.boolean(), publishedAt: z.iso.datetime(), version: z.int() })
export type AdminStory = z.infer<typeof AdminStory>

const storyParams = z.strictObject({ storyId: z.uuid() })

const storyNotFound = {
  status: 404,
  message: 'There is no such story any more. Whoever it was about may have taken their words back.',
} as const

export const listAdminStories = endpoint('GET /api/admin/stories', {
  summary: 'Every story, shown or not, the newest first',
  access: 'administrator',
  query: PageQuery,
  response: pageOf(AdminStory),
})

export const downloadStories = endpoint('GET /api/admin/stories.csv', {
  summary: 'The same list as a table, whole',
  ...csvDownload,
})

export const getAdminStory = endpoint('GET /api/admin/stories/:storyId', {
  summary: 'One story, to be changed',
  access: 'administrator',
  params: storyParams,
  response: AdminStory,
  refusals: { 'story-not-found': storyNotFound },
})

export const updateStory = endpoint('PUT /api/admin/stories/:storyId', {
  summary: 'Change what a story says around the quoted words, or take it off the pages and put it back',
  access: 'administrator',
  params: storyParams,
  body: z.strictObject({
    /** Version the form loaded, to detect concurrent changes. */
    version: z.int().min(1).max(2_147_483_646),
    ...storyTexts,
    isShown: z.boolean(),
  }),
  response: AdminStory,
  message: 'Saved. The public pages show it within seconds.',
  refusals: {
    'story-not-found': storyNotFound,
    'edited-elsewhere':
      'Somebody else has changed this story meanwhile. What you have typed is still here: load the page again to see what is new.',
    'title-taken': 'Another story of this service has this title. Please choose another one.',
  },
})
