/**
 * Connection and provider faults, set by tests. `before` means before anything is done, `after` means once everything
 * is done and saved.
 */
export const faultModes = [
  'drop_before',
  'drop_after',
  '500_before',
  '500_after',
  /**
   * The operation fails without any change, and the same 500 is returned whenever its idempotency key is used again.
   */
  '500_stored',
  'slow_before',
  'slow_after',
  'truncate',
] as const

export type FaultMode = (typeof faultModes)[number]

export interface Fault {
  mode: FaultMode
  /** Any method by default. */
  method?: string
  /** For example `/v1/payment_intents/*`, in which the star matches anything. Every path by default. */
  path?: string
  /** How many calls are affected, 1 by default. */
  count?: number
  /** How long slow faults delay a call. */
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

  /** Finds the fault that affects this call, and counts the call. */
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
  const literals = pattern.split('*').map((literal) => literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${literals.join('.*')}$`).test(path)
}
