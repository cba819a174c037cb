import { SaxesParser } from 'saxes'
import { Refused } from '#platform/shared/refused.ts'

export type Element = { name: string; attributes: Record<string, string> }

/** Far deeper than the lists that are read here. */
const MAX_DEPTH = 10

/**
 * Returns the elements of a small XML file in order, with local names and attributes. Refuses a DOCTYPE: Office writes
 * none, and its entities could expand without limit. @throws Refused
 */
export function readXml(content: Buffer): Element[] {
  const elements: Element[] = []
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', refuse)
  parser.on('doctype', refuse)
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
    if (!/^utf-(?:8|16)$/i.test(encoding)) refuse()
  })
  let depth = 0
  parser.on('closetag', () => {
    depth -= 1
  })
  parser.on('opentag', ({ local, attributes }) => {
    depth += 1
    if (depth > MAX_DEPTH) refuse()
    const localAttributes = Object.values(attributes).map((attribute) => [attribute.local, attribute.value])
    elements.push({ name: local, attributes: Object.fromEntries(localAttributes) })
  })
  parser.write(decode(content)).close()
  return elements
}

/** ECMA-376, part 2, 9.1.2: parts are in UTF-8 or UTF-16. */
function decode(content: Buffer): string {
  if (content[0] === 0xfe && content[1] === 0xff)
    return decode(
      Buffer.from(content)
        .subarray(0, content.length & ~1)
        .swap16(),
    )
  return content.toString(content[0] === 0xff && content[1] === 0xfe ? 'utf16le' : 'utf8').replace(/^\ufeff/, '')
}

function refuse(): never {
  throw new Refused('file-damaged')
}
