/** The sent share of a file, from 0 to 1. */
export type OnProgress = (share: number) => void

type Upload = {
  method: string
  headers: Record<string, string>
  file: Blob
  signal?: AbortSignal | undefined
  onProgress?: OnProgress | undefined
}

/** Works like `fetch`, which cannot report upload progress. Rejects if no response arrives. */
export function sendUpload(address: string, { method, headers, file, signal, onProgress }: Upload): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, address)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 1)
    request.onload = () => resolve(toResponse(request))
    request.onerror = () => reject(new TypeError('The file was not sent'))
    request.onabort = () => reject(signal?.reason ?? new DOMException('The file was not sent', 'AbortError'))
    signal?.throwIfAborted()
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}

function toResponse(request: XMLHttpRequest): Response {
  const retryAfter = request.getResponseHeader('retry-after')
  return new Response(request.responseText, {
    status: request.status,
    headers: retryAfter ? { 'retry-after': retryAfter } : {},
  })
}
