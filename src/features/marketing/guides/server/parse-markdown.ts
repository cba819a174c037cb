import { fromMarkdown } from 'mdast-util-from-markdown'
import type { GuideBlock, TextRun } from '../contract.ts'

/** The longest body that the table allows. Parsing time grows with the square of the length. */
export const MAX_BODY = 20_000

/** Emphasis within a link within a list within a quote needs five levels. */
const MAX_DEPTH = 12

/** Ids that the page itself uses. */
const pageIds = ['main', 'site-menu', 'sources', 'next-step', 'related']

type Node = ReturnType<typeof fromMarkdown>['children'][number]
type Style = Omit<TextRun, 'text'>

/**
 * Reads the Markdown that a guide may use: headings, paragraphs, lists, quotes, links, strong text and emphasis.
 * Anything else, such as HTML or code, becomes plain text.
 */
export function parseMarkdown(markdown: string): GuideBlock[] {
  const ids = new Set(pageIds)
  return fromMarkdown(markdown.slice(0, MAX_BODY)).children.flatMap((node) => toBlock(node, ids) ?? [])
}

function toBlock(node: Node, ids: Set<string>): GuideBlock | undefined {
  const runs = toRuns(node)
  if (runs.length === 0) return undefined
  if (node.type === 'heading') {
    const text = runs.map((run) => run.text).join('')
    // The page's title is the level-1 heading.
    return { kind: 'heading', level: node.depth <= 2 ? 2 : 3, id: createId(text, ids), text }
  }
  if (node.type === 'list') {
    return { kind: 'list', isOrdered: node.ordered === true, items: node.children.map((item) => toRuns(item)) }
  }
  return { kind: node.type === 'blockquote' ? 'quote' : 'paragraph', runs }
}

/** Flattens a node into pieces of text. Nested styles are combined. */
function toRuns(node: Node, style: Style = {}, depth = 0): TextRun[] {
  if (node.type === 'text') return [{ text: node.value.replaceAll('\n', ' '), ...style }]
  if (node.type === 'break') return [{ text: ' ', ...style }]
  if (node.type === 'image') return node.alt ? [{ text: node.alt, ...style }] : []
  if ('value' in node) return [{ text: node.value, ...style }]
  if (!('children' in node) || depth === MAX_DEPTH) return []
  const innerStyle = { ...style, ...styleOf(node) }
  return node.children.flatMap((child, index) => {
    const gap = index > 0 && isBlock(child) ? [{ text: ' ' }] : []
    return [...gap, ...toRuns(child, innerStyle, depth + 1)]
  })
}

function isBlock({ type }: Node): boolean {
  return ['paragraph', 'heading', 'list', 'listItem', 'blockquote', 'code'].includes(type)
}

function styleOf(node: Node): Style {
  if (node.type === 'strong') return { isStrong: true }
  if (node.type === 'emphasis') return { isEmphasised: true }
  const href = node.type === 'link' ? allowedHref(node.url) : undefined
  return href === undefined ? {} : { href }
}

/** Can be any origin that no real link has. */
const thisSite = 'https://this-site.invalid'

/**
 * Returns undefined for an address that is neither https nor on this site. Parses it as browsers do, because they
 * ignore some characters in unusual addresses.
 */
function allowedHref(address: string): string | undefined {
  const url = URL.parse(address, thisSite)
  if (url?.protocol !== 'https:') return undefined
  if (url.origin !== thisSite) return url.href
  // The URL of an empty anchor has no hash, and leads nowhere.
  return address.startsWith('#') ? url.hash || undefined : `${url.pathname}${url.search}${url.hash}`
}

/** Creates an anchor such as "what-it-costs", which is unique on the page. */
function createId(text: string, ids: Set<string>): string {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? ['section']
  const id = words.slice(0, 8).join('-')
  let unique = id
  for (let number = ids.size; ids.has(unique); number += 1) unique = `${id}-${number}`
  ids.add(unique)
  return unique
}
