import type { DraftLine, PackageDraft } from '../contract/editing.ts'

/** What a new version replaces. */
export type Sold = PackageDraft & { version: number; billing: 'once' | 'monthly' }

type Publication =
  | { ok: true }
  | {
      ok: false
      reason:
        | 'changed-meanwhile'
        | 'nothing-changed'
        | 'monthly-span'
        | 'grant-unfitting'
        | 'line-unknown'
        | 'line-turned'
    }

type Reason = Extract<Publication, { ok: false }>['reason']

/**
 * May this draft be sold in place of the version that was read? Neither running subscribers nor whoever is paying stand
 * in its way: both keep the version they agreed to, and its price. How it is billed never changes: it would be another
 * package.
 */
export function decidePublication(
  sold: Sold,
  { version, draft }: { version: number; draft: PackageDraft },
): Publication {
  if (sold.version !== version) return { ok: false, reason: 'changed-meanwhile' }
  const fault = termFault(sold, draft) ?? lineFault(sold, draft)
  if (fault) return { ok: false, reason: fault }
  return isSameDraft(sold, draft) ? { ok: false, reason: 'nothing-changed' } : { ok: true }
}

function termFault({ billing }: Sold, { spanMonths, spanWeeks, lines }: PackageDraft): Reason | undefined {
  if (billing === 'monthly' && (spanMonths !== 1 || spanWeeks !== 0)) return 'monthly-span'
  const unfitting = billing === 'monthly' ? 'purchase' : 'subscription'
  return lines.some(({ grantedPer }) => grantedPer === unfitting) ? 'grant-unfitting' : undefined
}

function lineFault(sold: Sold, { lines }: PackageDraft): Reason | undefined {
  const kept = lines.filter(({ key }) => key !== null)
  const kinds = new Map(sold.lines.map(({ key, kind }) => [key, kind]))
  if (kept.some(({ key }) => !kinds.has(key))) return 'line-unknown'
  return kept.some(({ key, kind }) => kinds.get(key) !== kind) ? 'line-turned' : undefined
}

/** Word for word and line for line, in the same order. */
function isSameDraft(one: PackageDraft, other: PackageDraft): boolean {
  return JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other))
}

function inOrder(draft: PackageDraft): unknown[] {
  const { title, description, netPrice, spanWeeks, spanMonths, features, isOnSale, lines } = draft
  return [title, description, netPrice, spanWeeks, spanMonths, features, isOnSale, lines.map(lineInOrder)]
}

function lineInOrder({ key, kind, title, minutes, unit, quantity, grantedPer, weight }: DraftLine): unknown[] {
  return [key, kind, title, minutes, unit, quantity, grantedPer, weight]
}

/**
 * The lines with a key for each: its own, or one made of the title of a new line.
 * @param taken keys of every version there was: one that comes back would be taken for the line before
 */
export function nameLines(lines: DraftLine[], taken: string[]): (DraftLine & { key: string })[] {
  const known = new Set(taken)
  return lines.map((line) => {
    const key = line.key ?? freeKey(line.title, known)
    known.add(key)
    // What a deliverable does not have, and what a session does not.
    return line.kind === 'session' ? { ...line, key, unit: null } : { ...line, key, minutes: null }
  })
}

function freeKey(title: string, taken: Set<string>): string {
  const plain = title
    .normalize('NFKD')
    // Accents stand apart now.
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replaceAll(' ', '-')
    .slice(0, 80)
  const base = plain.replace(/-$/, '') || 'line'
  for (let count = 1; ; count += 1) {
    const key = count === 1 ? base : `${base}-${count}`
    if (!taken.has(key)) return key
  }
}
