import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'
import { Story, storyParts } from '../contract.ts'

/** A story as staff see it. */
export const StaffStory = Story.extend({ isShown: z.boolean(), toldAt: z.iso.datetime(), version: z.int() })
export type StaffStory = z.infer<typeof StaffStory>

const ofStory = z.strictObject({ storyId: z.uuid() })

const storyNotFound = {
  status: 404,
  message: 'There is no such story any more. Whoever it was about may have taken their words back.',
} as const

export const listStaffStories = endpoint({
  method: 'GET',
  path: '/api/admin/stories',
  summary: 'Every story, shown or not, the newest first',
  access: 'administrator',
  query: PageQuery,
  response: pageOf(StaffStory),
})

export const downloadStories = endpoint({
  method: 'GET',
  path: '/api/admin/stories.csv',
  summary: 'The same list as a table, whole',
  access: 'administrator',
  file: 'text/csv',
  response: LargeFileAnswer,
})

export const getStaffStory = endpoint({
  method: 'GET',
  path: '/api/admin/stories/:storyId',
  summary: 'One story, to be changed',
  access: 'administrator',
  params: ofStory,
  response: StaffStory,
  refusals: { 'story-not-found': storyNotFound },
})

export const changeStory = endpoint({
  method: 'PUT',
  path: '/api/admin/stories/:storyId',
  summary: 'Change what a story says around the quoted words, or take it off the pages and put it back',
  access: 'administrator',
  params: ofStory,
  body: z.strictObject({
    /** Which one was read: whoever saves replaces that one, and no later one. */
    version: z.int().min(1).max(2_147_483_646),
    ...storyParts,
    isShown: z.boolean(),
  }),
  response: StaffStory,
  message: 'Saved. The public pages show it within seconds.',
  refusals: {
    'story-not-found': storyNotFound,
    'changed-meanwhile':
      'Somebody else has changed this story meanwhile. What you have typed is still here: load the page again to see what is new.',
    'title-taken': 'Another story of this service has this title. Please choose another one.',
  },
})
