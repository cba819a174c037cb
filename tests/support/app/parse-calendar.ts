/** One calendar property: its name, its raw parameters and its unescaped value. */
export type Property = { name: string; parameters: string; value: string; path: string }

/**
 * Parses RFC 5545 §3.1 and §3.3.11 strictly and without a library, because the library that wrote a file must not judge
 * it.
 * @throws if a line is too long, has a wrong line end or is not a property
 */
export function parseCalendar(text: string): Property[] {
  const open: string[] = []
  const properties = unfold(text).map((line): Property => {
    const { name, parameters, value } = parseProperty(line)
    if (name === 'END' && open.pop() !== value) throw new Error(`${value} ends without a beginning`)
    const path = open.join('/')
    if (name === 'BEGIN') open.push(value)
    return { name, parameters, value, path }
  })
  if (open.length > 0) throw new Error(`${open.join('/')} does not end`)
  return properties
}

function unfold(text: string): string[] {
  const lines = text.replace(/\r\n$/, '').split('\r\n')
  for (const line of lines) {
    const length = Buffer.byteLength(line)
    if (length > 75) throw new Error(`A line of ${length} bytes: ${line}`)
    if (/[\r\n\0]/.test(line)) throw new Error(`A line with an end inside: ${JSON.stringify(line)}`)
  }
  return lines
    .join('\r\n')
    .replaceAll(/\r\n[ \t]/g, '')
    .split('\r\n')
}

function parseProperty(line: string) {
  const groups = /^(?<name>[A-Z-]+)(?<parameters>(?:;[A-Z-]+=(?:"[^"]*"|[^";:,]*))*):(?<value>.*)$/s.exec(line)?.groups
  if (!groups) throw new Error(`No property: ${JSON.stringify(line)}`)
  const { name = '', parameters = '', value = '' } = groups
  return { name, parameters, value: unescapeText(value) }
}

/** The events in a calendar, each as values by property name. */
export function parseEvents(text: string): Record<string, string>[] {
  const events: Record<string, string>[] = []
  for (const { name, value, path } of parseCalendar(text)) {
    if (name === 'BEGIN' && value === 'VEVENT') events.push({})
    else if (path.endsWith('VEVENT')) Object.assign(events.at(-1) ?? {}, { [name]: value })
  }
  return events
}

export function findMethod(text: string): string | undefined {
  return parseCalendar(text).find(({ name }) => name === 'METHOD')?.value
}

function unescapeText(value: string): string {
  return value.replaceAll(/\\([\\;,nN])/g, (_, character: string) =>
    character.toLowerCase() === 'n' ? '\n' : character,
  )
}
