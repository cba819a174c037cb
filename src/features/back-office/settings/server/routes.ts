import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { getSettings, saveSettings } from './settings.ts'

export function settingsRoutes(serve: Serve) {
  serve(contract.getSettings, ({ db }) => getSettings(db))
  serve(contract.saveSettings, (context, { body }) => saveSettings(context, body))
}
