import type { Block } from '../contract.ts'

/** Short functions for creating blocks, so that a document's source reads like text. */

type Item = string | [title: string, text: string]

export const heading = (text: string): Block => ({ kind: 'heading', text })
export const paragraph = (text: string): Block => ({ kind: 'paragraph', text })
export const callout = (title: string, text: string): Block => ({ kind: 'callout', title, text })

export const bullets = (...items: Item[]) => list('bullet', items)
export const numbers = (...items: Item[]) => list('number', items)
export const boxes = (...items: Item[]) => list('box', items)

/** @param widths relative widths, one per column */
export function table(widths: number[], columns: string[], ...rows: string[][]): Block {
  return { kind: 'table', widths, columns, rows }
}

function list(marker: 'bullet' | 'number' | 'box', items: Item[]): Block {
  return { kind: 'list', marker, items: items.map(toItem) }
}

function toItem(item: Item) {
  return typeof item === 'string' ? { text: item } : { title: item[0], text: item[1] }
}
