import { deferredScriptType } from '../defer-scripts.ts'
import { parseStyles, selectStyles } from './page-styles.ts'

/** Reads a file of the build by its path on the site. */
export type FileReader = (path: string) => Buffer

const styleLink = /<link rel="stylesheet" href="([^"<]+)"[^<>]*>/
const inlinePicture = / data-inline="" srcSet="([^"<]+)"/g

/** A page with a router has other scripts. Text from people is escaped, so it cannot contain this. */
export function isDocument(html: string): boolean {
  return html.includes(`<script type="${deferredScriptType}" src=`)
}

/** A page whose scripts wait until it is used (first-paint.ts). */
export function startsOnUse(html: string): boolean {
  return html.includes('<html lang="en-GB" data-starts-on-use=""')
}

/**
 * Writes into a public page what its first paint needs: the rules of its style sheet and the hero's picture on phones.
 * Each request before that would cost a slow phone another round trip.
 * @returns the page, and its style sheet for the content policy
 */
export function finishDocument(html: string, readFile: FileReader): { html: string; style: string } {
  const { link, sheet, style } = findStyle(html, readFile)
  // Islands need other rules too, and load the whole sheet (load-styles.ts).
  const styles = `<style data-sheet="${sheet}">${style}</style><noscript>${link}</noscript>`
  const withPicture = html.replace(inlinePicture, (_, path: string) => {
    return ` srcSet="data:image/avif;base64,${readFile(path).toString('base64')}"`
  })
  return { html: withPicture.replace(link, () => styles), style }
}

/**
 * Like `finishDocument`, but the whole sheet follows the first paint (first-paint.ts), because React renders more than the
 * page has.
 */
export function finishRouterPage(html: string, readFile: FileReader): { html: string; style: string } {
  const { link, style } = findStyle(html, readFile)
  const styles = `<style>${style}</style>${link.replace(' href=', ' data-href=')}<noscript>${link}</noscript>`
  return { html: html.replace(link, () => styles), style }
}

function findStyle(html: string, readFile: FileReader) {
  const [link = '', sheet = ''] = styleLink.exec(html) ?? []
  return { link, sheet, style: selectStyles(findRules(sheet, readFile), html) }
}

/** The sheet stays the same until the next build. */
const parsedSheets = new Map<string, ReturnType<typeof parseStyles>>()

function findRules(sheet: string, readFile: FileReader) {
  const rules = parsedSheets.get(sheet) ?? parseStyles(readFile(sheet).toString())
  parsedSheets.set(sheet, rules)
  return rules
}
