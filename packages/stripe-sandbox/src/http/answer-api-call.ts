import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Provider } from '../provider.ts'
import { ApiError } from '../wire/api-error.ts'
import { type ApiReply, brokenReply, cutLine, errorReply, replyTo, sendHalf, sendReply } from './api-reply.ts'
import { type Exchanges, toExchange } from './exchanges.ts'
import type { Faults, StrikingFault } from './faults.ts'
import { type IdempotentCalls, type KeyedCall, keyedCall } from './idempotent-calls.ts'
import { type ApiKeys, type PermittedCall, type ReceivedCall, receiveCall, requirePermitted } from './receive-call.ts'

export interface ApiParts {
  keys: ApiKeys
  provider: Provider
  idempotentCalls: IdempotentCalls
  faults: Faults
  exchanges: Exchanges
  /** Aborts the delays of slow faults if the sandbox closes. */
  closing: AbortSignal
}

export async function answerApiCall(
  parts: ApiParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const received = await receiveCall(parts.keys, request)
  const fault = parts.faults.strike(received.method, received.path)
  const reply = await replyFor(parts, received, fault)
  if (fault?.mode === 'slow_after') await pause(fault.milliseconds, undefined, { signal: parts.closing })

  const send = toSending(reply, fault)
  parts.exchanges.record(toExchange(received, send.sentReply, fault?.mode ?? null))
  send.to(response, received)
}

interface Sending {
  /** The response, if the caller receives all of it; otherwise `null`. */
  sentReply: ApiReply | null
  to(response: ServerResponse, received: ReceivedCall): void
}

function toSending(reply: ApiReply | null, fault: StrikingFault | undefined): Sending {
  if (!reply || fault?.mode === 'drop_after') return { sentReply: null, to: cutLine }
  if (fault?.mode === 'truncate') return { sentReply: null, to: (response) => sendHalf(response, reply) }
  const sentReply = fault?.mode === '500_after' ? brokenReply('The sandbox lost this answer on purpose.', true) : reply
  return { sentReply, to: (response, received) => sendReply(response, sentReply, received) }
}

/** Returns `null` if the call is lost before anything has been done. */
async function replyFor(
  parts: ApiParts,
  received: ReceivedCall,
  fault: StrikingFault | undefined,
): Promise<ApiReply | null> {
  if (fault?.mode === 'drop_before') return null
  if (fault?.mode === '500_before') return brokenReply('The sandbox is broken on purpose.', true)
  try {
    return await executeCall(parts, requirePermitted(received), received, fault)
  } catch (error) {
    if (error instanceof ApiError) return errorReply(error, received.requestId, received.caller)
    throw error
  }
}

/** Executes a call and returns its response. Invalid parameters throw before the idempotency key is used. */
async function executeCall(
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
    // Run all due steps first. If they ran later, their objects would have earlier dates than those of this call.
    parts.provider.catchUp()
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

/** Stores the response in the same transaction as the change. A refusal that changes nothing is stored separately. */
function keepAnswer(
  parts: ApiParts,
  keyed: KeyedCall | undefined,
  { requestId, caller }: ReceivedCall,
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
    return remember(errorReply(error, requestId, caller))
  }
}

function storedFailure(parts: ApiParts, keyed: KeyedCall | undefined, { requestId }: ReceivedCall): ApiReply {
  const reply = brokenReply('The sandbox failed in the middle on purpose.', false)
  if (keyed) parts.idempotentCalls.remember(keyed, reply, requestId)
  return reply
}

/** Every operation accepts `expand`. Browsers may add their client secret to any call. */
function readCommonParameters({ form }: ReceivedCall, caller: PermittedCall['caller']) {
  const { expand: expandParameter = [], ...otherParameters } = form
  const expand = Array.isArray(expandParameter) ? expandParameter.map(String) : []
  if (caller === 'secret-key') return { form: otherParameters, clientSecret: undefined, expand }
  const { client_secret, ...callParameters } = otherParameters
  return { form: callParameters, clientSecret: typeof client_secret === 'string' ? client_secret : undefined, expand }
}
