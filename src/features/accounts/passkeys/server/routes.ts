import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { addPasskey, removePasskey, renamePasskey, startPasskeyRegistration } from './passkeys.ts'

export function passkeyRoutes(serve: Serve) {
  serve(contract.startPasskeyRegistration, (context) => startPasskeyRegistration(context))
  serve(contract.addPasskey, (context, { body }) => addPasskey(context, body))
  serve(contract.renamePasskey, (context, { params, body }) => renamePasskey(context, params.passkeyId, body.name))
  serve(contract.removePasskey, (context, { params }) => removePasskey(context, params.passkeyId))
}
