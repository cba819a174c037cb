/**
 * Faults of the line and of the provider, armed by tests.
 * `before` strikes before anything is done, `after` when everything is done and on the disk.
 */
export const faultModes = [
  'drop_before',
  'drop_after',
  '500_before',
  '500_after',
  /** The operation itself breaks: nothing is done, and the 500 is what its idempotency key answers from then on. */
  '500_stored',
  'slow_before',
  'slow_after',
  'truncate',
] as const

export type FaultMode = (typeof faultModes)[number]

export interface Fault {
  mode: FaultMode
  /** Any method when left out. */
  method?: string
  /** `/v1/payment_intents/*`: a star stands for anything. Every path when left out. */
  path?: string
  /** How many calls it strikes: 1 when left out. */
  count?: number
  /** For the slow ones. */
  milliseconds?: number
}

export type StrikingFault = Required<Fault>

export class Faults {
  #armed: StrikingFault[] = []

  arm({ mode, method = '*', path = '*', count = 1, milliseconds = 0 }: Fault): void {
    this.#armed.push({ mode, method, path, count, milliseconds })
  }

  list(): readonly StrikingFault[] {
    return this.#armed
  }

  clear(): void {
    this.#armed = []
  }

  /** The fault that strikes this call, if any; it is used up by one. */
  strike(method: string, path: string): StrikingFault | undefined {
    const fault = this.#armed.find(
      (armed) => (armed.method === '*' || armed.method === method) && matches(armed.path, path),
    )
    if (!fault) return undefined
    fault.count -= 1
    if (fault.count <= 0) this.#armed = this.#armed.filter((armed) => armed !== fault)
    return fault
  }
}

function matches(pattern: string, path: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`).test(path)
}
