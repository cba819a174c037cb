export interface ControlAnswer {
  isDone: boolean
  body: Record<string, unknown>
  /** What went wrong, as a person reads it. */
  problem: string
}

/** `POST /_sandbox/bank`: a request to the control surface, which only this machine may make. */
export async function callControl(route: string, body?: object): Promise<ControlAnswer> {
  const [method = 'GET', path = ''] = route.split(' ')
  try {
    const response = await fetch(path, { method, ...(body ? { body: JSON.stringify(body) } : {}) })
    const answer = await response.json()
    return { isDone: response.ok, body: answer, problem: response.ok ? '' : problemIn(response.status, answer) }
  } catch {
    return { isDone: false, body: {}, problem: 'The sandbox could not be reached.' }
  }
}

/** An unknown address names the known ones; everything else says itself what is wrong. */
function problemIn(status: number, answer: { error?: unknown; known?: unknown }): string {
  if (status === 404 && answer.known) return 'This sandbox cannot do that yet.'
  return String(answer.error ?? 'The sandbox refused.')
}

/** A list from the control surface; empty when it cannot be read. */
export async function readList<Item>(path: string): Promise<Item[]> {
  const { isDone, body } = await callControl(`GET ${path}`)
  return isDone && Array.isArray(body) ? body : []
}
