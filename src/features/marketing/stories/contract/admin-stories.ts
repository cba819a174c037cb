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
  message: 'This story no longer exists. The member may have withdrawn their words.',
} as const

export const listAdminStories = endpoint('GET /api/admin/stories', {
  summary: 'List all stories, shown or hidden, newest first',
  access: 'administrator',
  query: PageQuery,
  response: pageOf(AdminStory),
})

export const downloadStories = endpoint('GET /api/admin/stories.csv', {
  summary: 'Download the stories as CSV',
  ...csvDownload,
})

export const getAdminStory = endpoint('GET /api/admin/stories/:storyId', {
  summary: 'Get a story to edit',
  access: 'administrator',
  params: storyParams,
  response: AdminStory,
  refusals: { 'story-not-found': storyNotFound },
})

export const updateStory = endpoint('PUT /api/admin/stories/:storyId', {
  summary: 'Edit the text around a story’s quote, or hide or show the story',
  access: 'administrator',
  params: storyParams,
  body: z.strictObject({
    /** The version that the form loaded, used to detect concurrent changes. */
    version: z.int().min(1).max(2_147_483_646),
    ...storyTexts,
    isShown: z.boolean(),
  }),
  response: AdminStory,
  message: 'Saved. It’ll be live on the public pages within seconds.',
  refusals: {
    'story-not-found': storyNotFound,
    'edited-elsewhere':
      'Someone else has since changed this story. What you’ve typed is still here. Copy anything you want to keep, then reload the page to see the changes.',
    'title-taken': 'Another story for this service has this title. Choose a different one.',
  },
})
