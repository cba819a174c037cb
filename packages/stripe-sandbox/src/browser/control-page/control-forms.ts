/** Converts the page's two forms to requests to the control API, and describes the active faults and disturbances. */

export interface ArmedFault {
  mode: string
  method: string
  path: string
  count: number
}

export interface ActiveDisturbance {
  types?: string[]
  hold?: boolean
  drop?: boolean
  delayMilliseconds?: number
  duplicates?: number
}

export function readFault(form: FormData): object {
  const text = (name: string) => String(form.get(name) ?? '')
  return {
    mode: text('mode'),
    method: text('method'),
    path: text('path') || '*',
    count: Number(text('count')),
    milliseconds: Number(text('seconds')) * 1000,
  }
}

export function readDisturbance(form: FormData): ActiveDisturbance {
  const types = String(form.get('types') ?? '')
    .split(/[\s,]+/)
    .filter((type) => type !== '')
  const amount = Number(form.get('amount'))
  return { ...(types.length > 0 ? { types } : {}), ...kinds[String(form.get('kind'))]?.(amount) }
}

const kinds: Record<string, (amount: number) => ActiveDisturbance> = {
  hold: () => ({ hold: true }),
  drop: () => ({ drop: true }),
  delay: (seconds) => ({ delayMilliseconds: seconds * 1000 }),
  duplicate: (times) => ({ duplicates: times }),
}

/** Worded like the page's option with the same value. */
const faultNames: Record<string, string> = {
  drop_before: 'connection cut before anything is done',
  drop_after: 'connection cut after everything is done',
  '500_before': 'error 500 before anything is done',
  '500_after': 'error 500 after everything is done',
  '500_stored': 'error 500, stored and repeated,',
  slow_before: 'delay before anything is done',
  slow_after: 'delay after everything is done',
  truncate: 'response cut in half',
}

export function describeFaults(faults: ArmedFault[]): string {
  if (faults.length === 0) return 'No faults set.'
  const descriptions = faults.map(({ mode, method, path, count }) => {
    const calls = `${method === '*' ? 'any call' : `any ${method} call`} to ${path}`
    return `${faultNames[mode] ?? mode} on ${calls}, ${count === 1 ? 'once' : `${count} times`}`
  })
  return `Faults set: ${descriptions.join('; ')}.`
}

export function describeWebhookFaults(disturbances: ActiveDisturbance[]): string {
  if (disturbances.length === 0) return 'Webhooks are sent immediately.'
  const descriptions = disturbances.map(
    ({ types, ...effect }) => `${types?.join(', ') ?? 'every event'} ${describeEffect(effect)}`,
  )
  return `Disruptions: ${descriptions.join('; ')}.`
}

function describeEffect({ hold, drop, delayMilliseconds, duplicates }: ActiveDisturbance): string {
  if (hold) return 'held back'
  if (drop) return 'dropped'
  if (delayMilliseconds) return `delayed by ${delayMilliseconds / 1000} s`
  return `sent ${duplicates ?? 0} extra times`
}
