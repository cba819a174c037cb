import type { Serve } from '#platform/server/http/serve.ts'
import * as staff from '../contract/story.ts'
import * as contract from '../contract.ts'
import { changeStory } from './change-story.ts'
import { getStaffStory } from './get-staff-story.ts'
import { downloadStories, listStaffStories } from './list-staff-stories.ts'
import { listStories } from './list-stories.ts'
import { tellStory } from './tell-story.ts'

export function marketingRoutes(serve: Serve) {
  serve(contract.listStories, (context) => listStories(context))
  serve(contract.tellStory, (context, { body }) => tellStory(context, body))

  serve(staff.listStaffStories, (context, { query }) => listStaffStories(context, query))
  serve(staff.downloadStories, (context) => downloadStories(context))
  serve(staff.getStaffStory, ({ db }, { params }) => getStaffStory(db, params.storyId))
  serve(staff.changeStory, (context, { params, body }) => changeStory(context, params.storyId, body))
}
