/** Markup that is safe to send: made by the tag below, which escapes all it is given. */
export type Html = { readonly html: string }

type Value = string | number | Html | readonly Html[]

/** html`<p>${name}</p>`: every value is text, unless it was made by this tag itself. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  const parts = strings.map((string, index) => string + (index < values.length ? rendered(values[index] ?? '') : ''))
  return { html: parts.join('') }
}

function rendered(value: Value): string {
  if (typeof value === 'string' || typeof value === 'number') return escaped(String(value))
  if ('html' in value) return value.html
  return value.map((part) => part.html).join('')
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
