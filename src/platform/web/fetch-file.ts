import { endSession, noteThatSessionWorks, readToken, renewToken } from './session.ts'

/**
 * A private file: the browser itself would ask for it without the session's token. Undefined where there is none, or
 * it did not arrive.
 */
export async function fetchFile(address: string, signal: AbortSignal): Promise<Blob | undefined> {
  const token = readToken()
  const first = await ask(address, token, signal)
  if (first.status !== 401) return fileOf(first)

  const renewed = await renewToken(token)
  const second = renewed ? await ask(address, renewed, signal) : first
  if (second.status !== 401) return fileOf(second)
  endSession()
  return undefined
}

function ask(address: string, token: string | null, signal: AbortSignal): Promise<Response> {
  return fetch(address, { headers: token ? { authorization: `Bearer ${token}` } : {}, signal })
}

async function fileOf(response: Response): Promise<Blob | undefined> {
  noteThatSessionWorks()
  return response.ok ? response.blob() : undefined
}
