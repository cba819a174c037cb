/** Safe markup, created only by the `html` tag, which escapes its values. */
export type Html = { readonly html: string }

type Value = string | number | Html | readonly Html[]

/** html`<p>${name}</p>` escapes every value unless it was created by this tag itself. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  const parts = strings.map((string, index) => string + (index < values.length ? render(values[index] ?? '') : ''))
  return { html: parts.join('') }
}

function render(value: Value): string {
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value))
  if ('html' in value) return value.html
  return value.map((part) => part.html).join('')
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
