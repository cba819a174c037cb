import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'

type Pattern = { file: string; expression: RegExp }

/** Every regular expression that stands in our code. */
const patterns = globSync('src/**/*.{ts,tsx}')
  .filter((file) => !file.includes('.test.'))
  .flatMap((file) => patternsIn(file))

// What makes a careless pattern try again and again: long rows of one or two characters, and an end that does not fit.
const characters = [...' \t\n0a9Z_-/.,:;=<>"\'\\@%+{}']
const rows = [...characters, 'a,', ' ,', '0.', 'a=', '<a', '/a', ' \n', 'a-']
const hostile = rows.map((row) => `${row.repeat(20_000 / row.length)}\u0000`)

test('no pattern takes more than a moment for a text that is as long as a request may be', { timeout: 120_000 }, () => {
  expect(patterns.length).toBeGreaterThan(30)
  const slow = patterns.flatMap(({ file, expression }) => {
    const worst = Math.max(...hostile.map((text) => quickest(() => text.replace(expression, ''))))
    return worst > 40 ? [`${file}: ${expression} took ${Math.round(worst)} ms`] : []
  })
  expect(slow).toEqual([])
})

/** The machine may be busy with something else: the quickest of three counts. */
function quickest(work: () => unknown): number {
  let best = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 3 && best > 40; attempt += 1) {
    const started = performance.now()
    work()
    best = Math.min(best, performance.now() - started)
  }
  return best
}

function patternsIn(file: string): Pattern[] {
  const found: Pattern[] = []
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const visit = (node: ts.Node) => {
    if (ts.isRegularExpressionLiteral(node)) found.push({ file, expression: expressionOf(node.text) })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function expressionOf(literal: string): RegExp {
  const end = literal.lastIndexOf('/')
  return new RegExp(literal.slice(1, end), literal.slice(end + 1))
}
