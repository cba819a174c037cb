/** `needs`: the classes that each alternative of the selector needs. Empty if an alternative needs none. */
type Rule = { wrappers: string[]; head: string; body: string; needs: string[][] }

/** Their rules are taken apart; all other at-rules are kept whole. */
const wrapper = /^@(?:layer|media|supports|container)\b/

/** These are only useful to rules that name them. */
const named = /^@(?:property|keyframes) (\S+)$/

/** Splits a style sheet, as the build writes it, into its rules. */
export function parseStyles(sheet: string, wrappers: string[] = []): Rule[] {
  const rules: Rule[] = []
  let position = 0
  while (position < sheet.length) {
    const start = findMark(sheet, position, (mark) => mark === '{' || mark === ';')
    const head = sheet.slice(position, start).trim()
    const end = sheet[start] === '{' ? findClosingBrace(sheet, start) : start
    const body = sheet.slice(start + 1, end)
    if (wrapper.test(head) && sheet[start] === '{') rules.push(...parseStyles(body, [...wrappers, head]))
    else if (head !== '') rules.push({ wrappers, head, body, needs: listNeeds(head) })
    position = end + 1
  }
  return rules
}

/** @returns the rules that the page needs, without those whose classes it does not have */
export function selectStyles(rules: Rule[], html: string): string {
  const classes = listClasses(html)
  const isUsed = ({ needs }: Rule) => needs.some((names) => names.every((name) => classes.has(name)))
  const used = rules.filter(isUsed)
  const text = used.map(({ head, body }) => (named.test(head) ? '' : body)).join()
  return join(used.filter(({ head }) => text.includes(named.exec(head)?.[1] ?? '')))
}

/** Escaped characters and strings as a whole, and the marks that separate the parts of a sheet. */
const marks = /\\.|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[{};,()[\]]/gs

/** @returns the position of the first mark that is looked for, or the end */
function findMark(text: string, start: number, isFound: (mark: string) => boolean): number {
  marks.lastIndex = start
  for (const { 0: mark, index } of text.matchAll(marks)) if (isFound(mark)) return index
  return text.length
}

function findClosingBrace(text: string, opening: number): number {
  let depth = 0
  return findMark(text, opening, (mark) => {
    if (mark === '{') depth += 1
    if (mark === '}') depth -= 1
    return depth === 0
  })
}

/** What stands in brackets, as in `:is(.one, .two)`, may be one of several, so it is not needed. */
function listNeeds(head: string): string[][] {
  if (head.startsWith('@')) return [[]]
  return splitSelectors(head).map((selector) => {
    let depth = 0
    const names: string[] = []
    for (const [mark, name] of selector.matchAll(/\.((?:\\.|[\w-])+)|[()]/g)) {
      if (mark === '(') depth += 1
      else if (mark === ')') depth -= 1
      else if (name && depth === 0) names.push(name.replace(/\\(.)/g, '$1'))
    }
    return names
  })
}

/** Splits at commas outside brackets. */
function splitSelectors(head: string): string[] {
  let depth = 0
  let start = 0
  const selectors: string[] = []
  while (start <= head.length) {
    const end = findMark(head, start, (mark) => {
      if (mark === '(' || mark === '[') depth += 1
      if (mark === ')' || mark === ']') depth -= 1
      return mark === ',' && depth === 0
    })
    selectors.push(head.slice(start, end))
    start = end + 1
  }
  return selectors
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" }

function listClasses(html: string): Set<string> {
  return new Set(
    [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) =>
      names.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity).split(/\s+/),
    ),
  )
}

/** Opens each wrapper once for consecutive rules. */
function join(rules: Rule[]): string {
  let open: string[] = []
  const parts = rules.map(({ wrappers, head, body }) => {
    const isSame = wrappers.join() === open.join()
    const change = isSame ? '' : '}'.repeat(open.length) + wrappers.map((name) => `${name}{`).join('')
    open = wrappers
    return `${change}${head}${body === '' ? ';' : `{${body}}`}`
  })
  return parts.join('') + '}'.repeat(open.length)
}
