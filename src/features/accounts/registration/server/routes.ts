import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { registerMember } from './register-member.ts'

export function registrationRoutes(serve: Serve) {
  serve(contract.register, (context, { body }, { request }) => registerMember(context, body, request.ip))
}
