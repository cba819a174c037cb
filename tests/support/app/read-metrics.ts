/** Reads /metrics as Prometheus does. */
export async function readMetrics(url: string, headers: Record<string, string> = {}) {
  const text = await (await fetch(`${url}/metrics`, { headers })).text()
  return {
    text,
    names: [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name),
    /**
     * Returns undefined if the metric is missing.
     * @param labels such as `queue="send-email",state="due"`, in output order
     */
    read(name: string, labels = ''): number | undefined {
      const start = labels ? `${name}{${labels}} ` : `${name} `
      const line = text.split('\n').find((candidate) => candidate.startsWith(start))
      return line === undefined ? undefined : Number(line.slice(start.length))
    },
  }
}
