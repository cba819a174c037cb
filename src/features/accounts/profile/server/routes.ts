import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { updateNotificationPreferences } from './notification-preferences.ts'
import { getPicture, removePicture, savePicture } from './picture.ts'
import { getProfile, type OnProfileCompleted, updateProfile } from './profile.ts'

export function profileRoutes(serve: Serve, onProfileCompleted: OnProfileCompleted) {
  serve(contract.getProfile, (context) => getProfile(context))
  serve(contract.updateProfile, (context, { body }) => updateProfile(context, body, onProfileCompleted))
  serve(contract.updateNotificationPreferences, (context, { body }) => updateNotificationPreferences(context, body))
  serve(contract.savePicture, (context, { body }) => savePicture(context, body))
  serve(contract.getPicture, (context, { query }) => getPicture(context, query.v))
  serve(contract.removePicture, (context) => removePicture(context))
}
