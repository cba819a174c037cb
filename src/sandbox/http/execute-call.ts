import { setTimeout as pause } from 'node:timers/promises'
import { catchUp } from '../clock/catch-up.ts'
import { ApiError } from '../wire/api-error.ts'
import type { ApiParts } from './answer-api-call.ts'
import { type ApiReply, brokenReply, errorReply, replyTo } from './api-reply.ts'
import type { StrikingFault } from './faults.ts'
import { type KeyedCall, keyedCall } from './idempotent-calls.ts'
import type { PermittedCall, ReceivedCall } from './receive-call.ts'

/** From parameters to answer. Mistakes in the parameters throw before the idempotency key is used. */
export async function executeCall(
  parts: ApiParts,
  call: PermittedCall,
  received: ReceivedCall,
  fault: StrikingFault | undefined,
): Promise<ApiReply> {
  const { form, clientSecret, expand } = readCommonParameters(received, call.caller)
  const run = call.operation.prepare(form)
  const keyed = received.idempotencyKey ? keyedCall(call.caller, received.idempotencyKey, received) : undefined
  const replay = keyed && parts.idempotentCalls.findReplay(keyed)
  if (replay) return replay

  if (keyed) parts.idempotentCalls.begin(keyed)
  try {
    if (fault?.mode === 'slow_before') await pause(fault.milliseconds, undefined, { signal: parts.closing })
    if (fault?.mode === '500_stored') return storedFailure(parts, keyed, received)
    // Nothing that is due by now may be dated before what this call is about to do.
    catchUp(parts.provider)
    const asker = { ...received, caller: call.caller, clientSecret }
    return keepAnswer(parts, keyed, received, (remember) =>
      parts.provider.perform(asker, (context) => {
        const reader = { caller: call.caller, expand, objects: context.objects, requestId: received.requestId }
        return remember(replyTo(run(context, call.id), reader))
      }),
    )
  } finally {
    if (keyed) parts.idempotentCalls.end(keyed)
  }
}

type Remember = (reply: ApiReply) => ApiReply

/** The answer is remembered in the transaction of the change; a refusal that changed nothing in one of its own. */
function keepAnswer(
  parts: ApiParts,
  keyed: KeyedCall | undefined,
  { requestId }: ReceivedCall,
  perform: (remember: Remember) => ApiReply,
): ApiReply {
  const remember: Remember = (reply) => {
    if (keyed) parts.idempotentCalls.remember(keyed, reply, requestId)
    return reply
  }
  try {
    return perform(remember)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return remember(errorReply(error, requestId))
  }
}

function storedFailure(parts: ApiParts, keyed: KeyedCall | undefined, { requestId }: ReceivedCall): ApiReply {
  const reply = brokenReply('The sandbox failed in the middle on purpose.', false)
  if (keyed) parts.idempotentCalls.remember(keyed, reply, requestId)
  return reply
}

/** Every operation can expand; browsers add their client secret and the SDK's own marks to any call. */
function readCommonParameters({ form }: ReceivedCall, caller: PermittedCall['caller']) {
  const { expand: given = [], ...rest } = form
  const expand = Array.isArray(given) ? given.map(String) : []
  if (caller === 'secret-key') return { form: rest, clientSecret: undefined, expand }
  const { client_secret, ...own } = rest
  return { form: own, clientSecret: typeof client_secret === 'string' ? client_secret : undefined, expand }
}
