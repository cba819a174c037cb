import type { Serve } from '#platform/server/http/serve.ts'
import * as admin from '../contract/admin-stories.ts'
import * as contract from '../contract.ts'
import { downloadStories, getAdminStory, listAdminStories, listStories, publishStory, updateStory } from './stories.ts'

export function storyRoutes(serve: Serve) {
  serve(contract.listStories, (context) => listStories(context))
  serve(contract.publishStory, (context, { body }) => publishStory(context, body))
  serve(admin.listAdminStories, (context, { query }) => listAdminStories(context, query))
  serve(admin.downloadStories, (context) => downloadStories(context))
  serve(admin.getAdminStory, ({ db }, { params }) => getAdminStory(db, params.storyId))
  serve(admin.updateStory, (context, { params, body }) => updateStory(context, params.storyId, body))
}
