import type { Delivery } from './delivery-queue.ts'

/** How deliveries are made worse on purpose. The first disturbance whose types match an event decides. */
export interface Disturbance {
  /** Event types it applies to; every type when left out. */
  types?: string[]
  /** Keep the event back until it is released. */
  hold?: boolean
  /** Never send the event; it still counts as undelivered. */
  drop?: boolean
  /** Send it this much later. */
  delayMilliseconds?: number
  /** Send it this many extra times, all at the same moment. */
  duplicates?: number
}

export class Disturbances {
  #active: Disturbance[] = []

  replace(disturbances: Disturbance[]): void {
    this.#active = disturbances
  }

  list(): Disturbance[] {
    return this.#active
  }

  for(type: string): Disturbance {
    return this.#active.find(({ types }) => !types || types.includes(type)) ?? {}
  }

  /** How a new event of this type enters the queue. */
  stateFor(type: string): Pick<Delivery, 'state' | 'dueAt'> {
    const { hold, drop, delayMilliseconds = 0 } = this.for(type)
    const dueAt = Date.now() + delayMilliseconds
    if (drop) return { state: 'dropped', dueAt }
    return { state: hold ? 'held' : 'pending', dueAt }
  }
}
