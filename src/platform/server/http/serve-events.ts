import type { FastifyReply, FastifyRequest } from 'fastify'
import type { MemberId } from '#platform/shared/actor.ts'
import type { Endpoint, ParamsOf, ResponseOf } from '#platform/shared/endpoint.ts'
import type { Context, MemberContext } from '../context.ts'
import { type EventStream, openEventStream } from '../live/event-stream.ts'
import type { Live } from '../live/open-live.ts'
import { bearerToken } from './bearer-token.ts'
import { sessionOver } from './problem.ts'
import { routeOf, type Wiring } from './serve.ts'

/**
 * Binds one endpoint with `events` to what is said: once at first, and again whenever something of the member's changed.
 * @param about whose changes count as well, where staff look at somebody else
 */
export type ServeEvents = <E extends Endpoint>(
  endpoint: E,
  read: (context: MemberContext, params: ParamsOf<E>) => Promise<ResponseOf<E>>,
  about?: (params: ParamsOf<E>) => MemberId,
) => void

type Followed = { context: MemberContext; params: unknown; token: string }

type EventWiring = Wiring & {
  live: Live
  /** Until when an access token is good, if it still is. Asking is no use of the session. */
  findAccessEnd: (context: Context, accessToken: string) => Promise<Date | undefined>
  realNow: () => Date
}

/**
 * A minute early, so that whoever is still there comes back with a good token: their session is in use, and is not ended
 * under their hands for being idle.
 */
const EARLY_MS = 60_000

export function makeServeEvents({ live, findAccessEnd, realNow, ...wiring }: EventWiring): ServeEvents {
  return (endpoint, read, about) => {
    const { events = '' } = endpoint
    if (!events) throw new Error(`${endpoint.path} has no events`)
    wiring.app.route({ ...routeOf(endpoint, wiring), exposeHeadRoute: false, handler: follow })

    async function follow(request: FastifyRequest, reply: FastifyReply) {
      const { actor, headers } = request
      const token = bearerToken(headers.authorization)
      if (!actor || !token) throw sessionOver()
      const context = { ...wiring.contextFor(request), actor }
      const { params } = request
      const stream = openEventStream()
      const first = Promise.withResolvers<void>()
      const look = async () => {
        try {
          await say(stream, { context, params, token })
          first.resolve()
        } catch (error) {
          // The browser comes back by itself, and is told then why not.
          context.log.warn({ error: String(error) }, 'a stream of events ended early')
          first.reject(error)
          stream.end()
        }
      }
      const unfollow = live.follow(actor.memberId, { look, end: stream.end }, about?.(params as never))
      stream.text.once('end', unfollow).once('close', unfollow)
      reply.raw.once('close', () => stream.text.destroy())
      await first.promise
      return (
        reply
          .type('text/event-stream')
          .header('cache-control', 'no-store, no-transform')
          // nginx would wait for more than a few lines.
          .header('x-accel-buffering', 'no')
          // Nothing follows on this line, and a site that stops does not wait for it.
          .header('connection', 'close')
          .send(stream.text)
      )
    }

    async function say(stream: EventStream, { context, params, token }: Followed) {
      const end = await findAccessEnd(context, token)
      const left = end ? end.getTime() - realNow().getTime() : 0
      if (left <= 0) return stream.end()
      stream.endIn(left > 2 * EARLY_MS ? left - EARLY_MS : left)
      stream.send(events, endpoint.response.parse(await read(context, params as never)))
    }
  }
}
