import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'
import { Refused } from '../../shared/refused.ts'
import { MAX_FILE_BYTES } from '../../shared/upload-rules.ts'

/**
 * API requests must arrive within this time, so that slow clients do not tie up connections. Uploads may take longer.
 */
const CALL_TIMEOUT_MS = 15_000

/** Long enough for a large file on a slow connection. */
export const UPLOAD_TIMEOUT_MS = 120_000

/** Allows binary bodies, as streams, only for endpoints with `upload`. */
export function acceptUploads(app: FastifyInstance): void {
  app.addContentTypeParser('application/octet-stream', (request, payload, done) => {
    if (!acceptsUpload(request)) return done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE('application/octet-stream'))
    const length = Number(request.headers['content-length'] ?? 0)
    // Refused before reading. A missing or wrong length is caught while reading.
    if (length > MAX_FILE_BYTES) return done(new Refused('file-too-large'))
    done(null, payload)
  })
}

/** Closes slow requests other than uploads, because a few of them could block the whole server. */
export function closeSlowRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const { raw } = request
    const hasBody = raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined
    if (!hasBody || acceptsUpload(request)) return
    const timer = setTimeout(() => raw.destroy(), CALL_TIMEOUT_MS).unref()
    for (const event of ['end', 'close']) raw.once(event, () => clearTimeout(timer))
  })
}

function acceptsUpload({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config?.endpoint?.upload === true
}
