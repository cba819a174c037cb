import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { listStories } from './list-stories.ts'
import { tellStory } from './tell-story.ts'

export function marketingRoutes(serve: Serve) {
  serve(contract.listStories, (context) => listStories(context))
  serve(contract.tellStory, (context, { body }) => tellStory(context, body))
}
