import type { FastifyReply, FastifyRequest } from 'fastify'
import type { MemberId } from '../../shared/actor.ts'
import type { Endpoint, ParamsOf, ResponseOf } from '../../shared/endpoint.ts'
import type { Context, MemberContext } from '../context.ts'
import { type EventStream, openEventStream } from '../live/event-stream.ts'
import type { LiveUpdates } from '../live/live-updates.ts'
import { bearerToken } from './bearer-token.ts'
import { sessionExpired } from './http-error.ts'
import { createRoute, type Wiring } from './serve.ts'

/**
 * Binds an endpoint with `events` to a stream, which sends the current data now and after each change to the member's
 * data.
 * @param findViewedMember finds another member whose changes count too, when staff view that member
 */
export type ServeEvents = <E extends Endpoint>(
  endpoint: E,
  read: (context: MemberContext, params: ParamsOf<E>) => Promise<ResponseOf<E>>,
  findViewedMember?: (params: ParamsOf<E>) => MemberId,
) => void

type SubscriptionRequest = { context: MemberContext; params: unknown; token: string }

type EventWiring = Wiring & {
  live: LiveUpdates
  /** Returns when the access token expires, or undefined if it is invalid. It does not count as use of the session. */
  findAccessEnd: (context: Context, accessToken: string) => Promise<Date | undefined>
  realNow: () => Date
}

/**
 * Ends the stream a minute before the token expires, so that the client reconnects with a valid token and its session
 * stays active.
 */
const RECONNECT_MARGIN_MS = 60_000

export function makeServeEvents({ live, findAccessEnd, realNow, ...wiring }: EventWiring): ServeEvents {
  return (endpoint, read, findViewedMember) => {
    const { events = '' } = endpoint
    if (!events) throw new Error(`${endpoint.path} has no events`)
    wiring.app.route({ ...createRoute(endpoint, wiring), exposeHeadRoute: false, handler: handleSubscription })

    async function handleSubscription(request: FastifyRequest, reply: FastifyReply) {
      const { actor, headers } = request
      const token = bearerToken(headers.authorization)
      if (!actor || !token) throw sessionExpired()
      const context = { ...wiring.contextFor(request), actor }
      const { params } = request
      const stream = openEventStream()
      const firstSend = Promise.withResolvers<void>()
      const refresh = async () => {
        try {
          await sendCurrent(stream, { context, params, token })
          firstSend.resolve()
        } catch (error) {
          // The browser reconnects and then receives the error.
          context.log.warn({ error: String(error) }, 'an event stream ended early')
          firstSend.reject(error)
          stream.end()
        }
      }
      const unsubscribe = live.subscribe(
        actor.memberId,
        { refresh, end: stream.end },
        findViewedMember?.(params as never),
      )
      stream.text.once('end', unsubscribe).once('close', unsubscribe)
      reply.raw.once('close', () => stream.text.destroy())
      await firstSend.promise
      return (
        reply
          .type('text/event-stream')
          .header('cache-control', 'no-store, no-transform')
          // Without this, nginx would buffer the first events.
          .header('x-accel-buffering', 'no')
          // A closing server does not have to wait for this connection.
          .header('connection', 'close')
          .send(stream.text)
      )
    }

    async function sendCurrent(stream: EventStream, { context, params, token }: SubscriptionRequest) {
      const accessEnd = await findAccessEnd(context, token)
      const remainingMs = accessEnd ? accessEnd.getTime() - realNow().getTime() : 0
      if (remainingMs <= 0) return stream.end()
      stream.endIn(remainingMs > 2 * RECONNECT_MARGIN_MS ? remainingMs - RECONNECT_MARGIN_MS : remainingMs)
      stream.send(events, endpoint.response.parse(await read(context, params as never)))
    }
  }
}
