import type { Block } from '../contract.ts'

/** Short forms of the blocks, so that a document reads like text. */

type Item = string | [title: string, text: string]

export const heading = (text: string): Block => ({ kind: 'heading', text })
export const paragraph = (text: string): Block => ({ kind: 'paragraph', text })
export const callout = (title: string, text: string): Block => ({ kind: 'callout', title, text })

export const bullets = (...items: Item[]) => list('bullet', items)
export const numbers = (...items: Item[]) => list('number', items)
export const boxes = (...items: Item[]) => list('box', items)

/** The widths are shares of the whole, one per column. */
export function table(widths: number[], columns: string[], ...rows: string[][]): Block {
  return { kind: 'table', widths, columns, rows }
}

function list(marker: 'bullet' | 'number' | 'box', items: Item[]): Block {
  return { kind: 'list', marker, items: items.map(toItem) }
}

function toItem(item: Item) {
  return typeof item === 'string' ? { text: item } : { title: item[0], text: item[1] }
}
