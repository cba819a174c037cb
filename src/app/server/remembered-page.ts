import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** A page as it leaves: every encoding with its whole head, made once, so that an answer is one write. */
export type RememberedPage = Record<Encoding, Variant>

type Encoding = 'br' | 'gzip' | 'identity'

type Variant = { etag: string; head: string[]; body: Buffer }

/** A tenth larger than the smallest there is, for a hundredth of the work. */
const QUICK_QUALITY = 5

/**
 * @param isQuick for a page that is waited for: it is a tenth larger. Else it is as small as can be, beside the main
 * thread: that tenth is what lets the longest page arrive in the first packets, a round trip earlier.
 */
export async function rememberPage(
  html: string,
  headers: Record<string, string>,
  { isQuick = false } = {},
): Promise<RememberedPage> {
  const body = Buffer.from(html)
  const quality = isQuick ? QUICK_QUALITY : constants.BROTLI_MAX_QUALITY
  const compressed = await promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
  return {
    br: variantOf(compressed, { ...headers, 'content-encoding': 'br' }),
    gzip: variantOf(await promisify(gzip)(body), { ...headers, 'content-encoding': 'gzip' }),
    identity: variantOf(body, headers),
  }
}

function variantOf(body: Buffer, given: Record<string, string>): Variant {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 24)}"`
  const headers = {
    ...given,
    'content-type': 'text/html; charset=utf-8',
    'content-length': String(body.length),
    'cache-control': 'public, max-age=0, must-revalidate',
    vary: 'accept-encoding',
    etag,
  }
  return { etag, head: Object.entries(headers).flat(), body }
}

/** Answers in one write, past the framework's own way of sending: that alone doubles the rate. */
export function sendRemembered(page: RememberedPage, { headers }: IncomingMessage, response: ServerResponse) {
  const { etag, head, body } = page[bestEncoding(String(headers['accept-encoding'] ?? ''))]
  if (headers['if-none-match'] === etag) response.writeHead(304, { etag, vary: 'accept-encoding' }).end()
  else response.writeHead(200, head).end(body)
}

export function bestEncoding(accepted: string): Encoding {
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
}
