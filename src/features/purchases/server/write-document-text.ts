import { type Paper, wordDocument } from './word-document.ts'

/** The text file of SPEC §3: every word of the paper in any script, one fact a line. */
export function writeDocumentText(paper: Paper): string {
  const { title, testMark, seller, buyer: buyerLines, facts, columns, totals, notes } = wordDocument(paper)
  const { buyer } = paper.content
  // What the totals say again is said there; a simplified paper has no other figures in its table.
  const line = columns.slice(0, buyer.address ? 3 : 1)
  return [
    ...(testMark === null ? [] : [testMark, '']),
    title.toUpperCase(),
    '',
    ...facts.map(inWords),
    '',
    ...seller,
    '',
    inWords(['Customer name', buyer.name]),
    inWords(['Customer e-mail', buyer.email]),
    ...buyerLines.filter((words) => words !== buyer.name && words !== buyer.email),
    '',
    ...line.map(inWords),
    ...totals.map(inWords),
    '',
    ...notes,
    '',
  ]
    .map((words) => words.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' '))
    .join('\n')
}

function inWords([label, value]: [string, string]): string {
  return `${label}: ${value}`
}
