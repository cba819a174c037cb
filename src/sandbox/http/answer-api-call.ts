import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Provider } from '../provider.ts'
import { ApiError } from '../wire/api-error.ts'
import { type ApiReply, brokenReply, errorReply } from './api-reply.ts'
import type { ApiKeys } from './authenticate-caller.ts'
import { type Exchanges, exchangeOf } from './exchanges.ts'
import { executeCall } from './execute-call.ts'
import type { Faults, StrikingFault } from './faults.ts'
import type { IdempotentCalls } from './idempotent-calls.ts'
import { type ReceivedCall, receiveCall, requirePermitted } from './receive-call.ts'
import { cutLine, sendHalf, sendReply } from './send-reply.ts'

export interface ApiParts {
  keys: ApiKeys
  provider: Provider
  idempotentCalls: IdempotentCalls
  faults: Faults
  exchanges: Exchanges
  /** Ends the waiting of slow faults when the sandbox closes. */
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

  const send = sendingOf(reply, fault)
  parts.exchanges.record(exchangeOf(received, send.seen, fault?.mode ?? null))
  send.to(response, received)
}

interface Sending {
  /** What the caller gets to see as a whole. */
  seen: ApiReply | null
  to(response: ServerResponse, received: ReceivedCall): void
}

function sendingOf(reply: ApiReply | null, fault: StrikingFault | undefined): Sending {
  if (!reply || fault?.mode === 'drop_after') return { seen: null, to: cutLine }
  if (fault?.mode === 'truncate') return { seen: null, to: (response) => sendHalf(response, reply) }
  const seen = fault?.mode === '500_after' ? brokenReply('The sandbox lost this answer on purpose.', true) : reply
  return { seen, to: (response, received) => sendReply(response, seen, received) }
}

/** `null` when the call is lost before anything was done. */
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
    if (error instanceof ApiError) return errorReply(error, received.requestId)
    throw error
  }
}
