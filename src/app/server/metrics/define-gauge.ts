import { Gauge, type Registry } from 'prom-client'

export type Sample = { labels?: Record<string, string>; value: number }

type Definition = {
  name: string
  help: string
  labels?: string[]
  /** Asked whenever somebody reads the figures. Undefined: it is not known now, and left out. */
  look: () => Promise<Sample[] | number | undefined> | Sample[] | number | undefined
}

/** A figure that is looked up when it is asked for. */
export function defineGauge(registry: Registry, { name, help, labels = [], look }: Definition) {
  new Gauge({
    name,
    help,
    labelNames: labels,
    registers: [registry],
    async collect() {
      const found = await look()
      this.reset()
      // A gauge without labels would otherwise say 0 of what nobody knows.
      if (labels.length === 0) this.remove()
      if (found === undefined) return
      const samples = typeof found === 'number' ? [{ value: found }] : found
      for (const { labels: names = {}, value } of samples) this.set(names, value)
    },
  })
}
