import { createHash } from 'node:crypto'

/** The renderer passes hashes to the page server in these headers, which never reach the browser. */
export const SCRIPT_HASHES_HEADER = 'script-hashes'
export const STYLE_HASH_HEADER = 'style-hash'

/**
 * Removes the nonce from the renderer's inline scripts and returns their hashes. The nonce is new for each rendering,
 * so an injected script cannot know it, is not hashed, and does not run.
 */
export function hashScripts(html: string, nonce: string): { html: string; hashes: string[] } {
  const attribute = ` nonce="${nonce}"`
  const hashes = html.split('<script').flatMap((part) => {
    const tag = part.slice(0, part.indexOf('>'))
    if (!tag.includes(attribute) || tag.includes(' src=')) return []
    return [hashText(part.slice(tag.length + 1, part.indexOf('</script>')))]
  })
  return { html: html.replaceAll(attribute, ''), hashes }
}

export function hashText(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
