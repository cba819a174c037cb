import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { addPasskey, startPasskeyRegistration } from './add-passkey.ts'
import { removePasskey, renamePasskey } from './passkeys.ts'

export function passkeyRoutes(serve: Serve) {
  serve(contract.startPasskeyRegistration, (context) => startPasskeyRegistration(context))
  serve(contract.addPasskey, (context, { body }) => addPasskey(context, body))
  serve(contract.renamePasskey, async (context, { params, body }) => {
    await renamePasskey(context, params.passkeyId, body.name)
    return null
  })
  serve(contract.removePasskey, async (context, { params }) => {
    await removePasskey(context, params.passkeyId)
    return null
  })
}
