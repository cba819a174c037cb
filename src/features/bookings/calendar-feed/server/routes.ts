import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '#platform/server/context.ts'
import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { getCalendarFeed } from './get-calendar-feed.ts'
import { getCalendarFile } from './get-calendar-file.ts'

export function calendarFileRoutes(serve: Serve) {
  serve(contract.getCalendarFile, (context, { params }) => getCalendarFile(context, params.bookingId))
}

/** Not part of the API: calendar apps fetch it, and the token in the address is their only credential. */
export function calendarFeedRoute(app: FastifyInstance, contextFor: (request: FastifyRequest) => Context) {
  app.get<{ Params: { file: string } }>('/calendar/:file', { schema: { hide: true } }, async (request, reply) => {
    const token = request.params.file.replace(/[.]ics$/, '')
    const calendar = await getCalendarFeed(contextFor(request), token, request.ip)
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'attachment; filename="sessions.ics"')
      .send(calendar)
  })
}
