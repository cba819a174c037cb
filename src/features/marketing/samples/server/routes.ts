import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '#platform/server/context.ts'
import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { getSamplePdf } from './get-sample-pdf.ts'
import { samples } from './samples.ts'

export function sampleRoutes(serve: Serve) {
  serve(contract.listSamples, async () => samples)
}

/**
 * Outside the API, because browsers open these files from a link. For an unknown name, the site's "page not found" is
 * shown.
 */
export function samplePdfRoutes(app: FastifyInstance, contextFor: (request: FastifyRequest) => Context) {
  for (const sample of samples)
    app.get(`/samples/${sample.slug}.pdf`, { schema: { hide: true } }, async (request, reply) => {
      const context = contextFor(request)
      const { content, etag } = await getSamplePdf(context, sample)
      const page = `${context.publicUrl}/samples/${sample.slug}`
      reply.header('cache-control', 'no-cache').header('etag', etag).header('link', `<${page}>; rel="canonical"`)
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.type('application/pdf').send(content)
    })
}
