import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'
import { Refused } from '#platform/shared/refused.ts'
import { MOST_FILE_BYTES } from '#platform/shared/stored-file.ts'

/** SECURITY §2.3: a call of the API is here within 15 s. The server's own limit is that of a large file. */
const CALL_MS = 15_000

/** A large file on a slow line. */
export const UPLOAD_MS = 120_000

/** Lets the endpoints with `upload`, and no others, take the bytes of a file, which arrive as a stream. */
export function takeUploads(app: FastifyInstance): void {
  app.addContentTypeParser('application/octet-stream', (request, payload, done) => {
    if (!takesFiles(request)) return done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE('application/octet-stream'))
    const length = Number(request.headers['content-length'] ?? 0)
    // Before any of it is read. What tells no length, or a wrong one, is counted while it arrives.
    if (length > MOST_FILE_BYTES) return done(new Refused('file-too-large'))
    done(null, payload)
  })
}

/** Whatever is no file has to arrive soon, or a few slow callers would hold all that the server can answer. */
export function cutSlowCalls(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const { raw } = request
    const hasBody = raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined
    if (!hasBody || takesFiles(request)) return
    const cut = setTimeout(() => raw.destroy(), CALL_MS).unref()
    for (const end of ['end', 'close']) raw.once(end, () => clearTimeout(cut))
  })
}

function takesFiles({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config?.endpoint?.upload === true
}
