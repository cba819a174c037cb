type RequestOptions = {
  method?: string
  token?: string | undefined
  body?: object | undefined
  headers?: Record<string, string>
}

/** Calls the API of a site in a separate process, with POST if there is a body. */
export async function callSite(url: string, path: string, { method, token, body, headers }: RequestOptions = {}) {
  const response = await fetch(`${url}${path}`, {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return {
    status: response.status,
    retryAfter: Number(response.headers.get('retry-after')),
    // biome-ignore lint/suspicious/noExplicitAny: the response of any endpoint, which its test checks
    body: (await response.json()) as any,
  }
}
