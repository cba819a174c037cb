import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '#platform/server/context.ts'
import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { pictureVersion } from '../rules.ts'
import { downloadProfiles, getPicture, getProfile, listConsultants, listProfiles } from './profiles.ts'
import { saveProfile } from './save-profile.ts'

export function consultantRoutes(serve: Serve) {
  serve(contract.listConsultants, (context) => listConsultants(context))

  serve(contract.listProfiles, (context) => listProfiles(context))
  serve(contract.downloadProfiles, (context) => downloadProfiles(context))
  serve(contract.getProfile, ({ db }, { params }) => getProfile(db, params.accountId))
  serve(contract.saveProfile, (context, { params, body }) => saveProfile(context, params.accountId, body))
}

/** Not part of the API, because browsers load it like any other picture on a page. */
export function consultantPictureRoute(app: FastifyInstance, contextFor: (request: FastifyRequest) => Context) {
  type Address = { Params: { consultantId: string }; Querystring: Record<string, string> }
  app.get<Address>('/consultants/:consultantId/picture', { schema: { hide: true } }, async (request, reply) => {
    const isKnown = (hash: string) => request.headers['if-none-match'] === toEtag(hash)
    const { hash, picture } = await getPicture(contextFor(request), request.params.consultantId, isKnown)
    // Not cached if the address is for a different version of the picture, because the request comes from an outdated
    // page.
    const isCurrentVersion = request.query.v === pictureVersion(hash)
    reply
      .header('cache-control', isCurrentVersion ? 'public, max-age=31536000, immutable' : 'no-cache')
      .header('etag', toEtag(hash))
    if (picture === 'known') return reply.code(304).send()
    return reply.type(picture.type).send(picture.content)
  })
}

function toEtag(hash: string): string {
  return `"${hash}"`
}
