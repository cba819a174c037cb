import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { reauthenticate, startPasskeyReauthentication } from './reauthenticate.ts'

export function reauthenticationRoutes(serve: Serve) {
  serve(contract.reauthenticate, (context, { body }) => reauthenticate(context, body))
  serve(contract.startPasskeyReauthentication, (context) => startPasskeyReauthentication(context))
}
