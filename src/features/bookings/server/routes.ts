import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '#platform/server/context.ts'
import { openCalendarFeed } from './open-calendar-feed.ts'

/** No call of the API: a calendar program asks for it, with the token in the address as its only credential. */
export function calendarFeed(app: FastifyInstance, contextFor: (request: FastifyRequest) => Context) {
  app.get<{ Params: { file: string } }>('/calendar/:file', { schema: { hide: true } }, async (request, reply) => {
    const token = request.params.file.replace(/[.]ics$/, '')
    const calendar = await openCalendarFeed(contextFor(request), token, request.ip)
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'attachment; filename="sessions.ics"')
      .send(calendar)
  })
}
