/** What /metrics says, as Prometheus reads it. */
export async function readFigures(url: string, headers: Record<string, string> = {}) {
  const text = await (await fetch(`${url}/metrics`, { headers })).text()
  return {
    text,
    names: [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name),
    /** Undefined where it is left out. @param labels such as `queue="deliver-mail",state="due"`, in their order */
    read(name: string, labels = ''): number | undefined {
      const start = labels ? `${name}{${labels}} ` : `${name} `
      const line = text.split('\n').find((any) => any.startsWith(start))
      return line === undefined ? undefined : Number(line.slice(start.length))
    },
  }
}
