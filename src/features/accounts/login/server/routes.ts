import type { Serve } from '#platform/server/http/serve.ts'
import type { SessionCookies } from '../../server/session-cookies.ts'
import * as passkey from '../contract/passkey.ts'
import * as secondStep from '../contract/second-step.ts'
import * as contract from '../contract.ts'
import { logIn } from './log-in.ts'
import { logInWithPasskey, startPasskeyLogin } from './log-in-with-passkey.ts'
import { passSecondFactor, setUpSecondFactor } from './pass-second-factor.ts'

export function loginRoutes(serve: Serve, { readCaller, sendAdmission, sendTokens }: SessionCookies) {
  serve(contract.login, async (context, { body }, { request, reply, say }) => {
    const admission = await logIn(context, body, readCaller(request))
    if ('challenge' in admission)
      say(admission.challenge.methods.length > 0 ? 'One more step' : 'Set up two-factor login')
    return sendAdmission(admission, reply)
  })
  serve(secondStep.passSecondFactor, async (context, { body }, { request, reply }) => {
    const { recoveryCodes, ...session } = await passSecondFactor(context, body, readCaller(request))
    return { ...sendTokens(session, reply), ...(recoveryCodes && { recoveryCodes }) }
  })
  serve(secondStep.setUpSecondFactor, (context, { body }) => setUpSecondFactor(context, body.challenge))
  serve(passkey.startPasskeyLogin, (context, { body }, { request }) =>
    startPasskeyLogin(context, body.challenge, request.ip),
  )
  serve(passkey.logInWithPasskey, async (context, { body }, { request, reply }) =>
    sendTokens(await logInWithPasskey(context, body, readCaller(request)), reply),
  )
}
