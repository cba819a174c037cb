import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '#platform/server/context.ts'
import type { Serve } from '#platform/server/http/serve.ts'
import * as profile from '../contract/profile.ts'
import * as contract from '../contract.ts'
import { pictureVersion } from '../rules.ts'
import { downloadProfiles } from './download-profiles.ts'
import { getPicture } from './get-picture.ts'
import { getProfile } from './get-profile.ts'
import { listConsultants } from './list-consultants.ts'
import { listProfiles } from './list-profiles.ts'
import { saveProfile } from './save-profile.ts'

export function consultantRoutes(serve: Serve) {
  serve(contract.listConsultants, (context) => listConsultants(context))

  serve(profile.listProfiles, (context) => listProfiles(context))
  serve(profile.downloadProfiles, (context) => downloadProfiles(context))
  serve(profile.getProfile, ({ db }, { params }) => getProfile(db, params.accountId))
  serve(profile.saveProfile, (context, { params, body }) => saveProfile(context, params.accountId, body))
}

/** No call of the API: the browser asks for it as for any other picture of a page. */
export function consultantPicture(app: FastifyInstance, contextFor: (request: FastifyRequest) => Context) {
  type Address = { Params: { consultantId: string }; Querystring: Record<string, string> }
  app.get<Address>('/consultants/:consultantId/picture', { schema: { hide: true } }, async (request, reply) => {
    const isKnown = (hash: string) => request.headers['if-none-match'] === etagOf(hash)
    const { hash, picture } = await getPicture(contextFor(request), request.params.consultantId, isKnown)
    // Under the address of another picture it must not be kept: that page is about to change.
    const isItsAddress = request.query.v === pictureVersion(hash)
    reply
      .header('cache-control', isItsAddress ? 'public, max-age=31536000, immutable' : 'no-cache')
      .header('etag', etagOf(hash))
    if (picture === 'known') return reply.code(304).send()
    return reply.type(picture.type).send(picture.content)
  })
}

function etagOf(hash: string): string {
  return `"${hash}"`
}
