import { Gauge, type Registry } from 'prom-client'

export type Sample = { labels?: Record<string, string>; value: number }

type Definition = {
  name: string
  help: string
  labels?: string[]
  /** Called on every scrape. Returns undefined if the value is unknown, and the sample is left out. */
  read: () => Promise<Sample[] | number | undefined> | Sample[] | number | undefined
}

/** Defines a metric that is read on every scrape. */
export function defineGauge(registry: Registry, { name, help, labels = [], read }: Definition) {
  new Gauge({
    name,
    help,
    labelNames: labels,
    registers: [registry],
    async collect() {
      const reading = await read()
      this.reset()
      // Otherwise, a gauge without labels would report 0 for an unknown value.
      if (labels.length === 0) this.remove()
      if (reading === undefined) return
      const samples = typeof reading === 'number' ? [{ value: reading }] : reading
      for (const { labels: sampleLabels = {}, value } of samples) this.set(sampleLabels, value)
    },
  })
}
