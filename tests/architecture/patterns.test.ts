import { globSync, readFileSync } from 'node:fs'
import { check } from 'recheck'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { inParallel } from '../support/in-parallel.ts'

/** Patterns that look at nothing but what we, our builder or the operator wrote. What people send is looked at in linear time. */
const onlyOurs: Record<string, string> = {
  'src/app/server/page-policy.ts': 'pages as they are rendered here, where no text can begin an element',
  'src/app/server/files-config.ts': 'the operator’s own setting',
  'src/app/server/tracing/export-traces.ts': 'the operator’s own setting',
  'src/app/server/slim-contracts.ts': 'sources, while they are built',
  'src/app/web/start-after-load.ts': 'the pages of the builder',
  'src/sandbox/browser/card-frame/digit-input.ts': 'what somebody types into their own browser',
  'src/sandbox/http/join-scripts.ts': 'sources of the sandbox',
}

// SECURITY S9: a pattern that goes back and forth makes a long line of text as good as many callers.
test('no pattern takes longer than in proportion to what is looked at', { timeout: 240_000 }, async () => {
  const patterns = globSync('src/**/*.{ts,tsx}')
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap(patternsIn)
  expect(patterns.length).toBeGreaterThan(150)

  const judged = await inParallel(patterns, 2, async ({ file, source, flags }) => {
    const { status } = await check(source, flags, { timeout: 20_000, randomSeed: 1 })
    return { file, source, isLinear: status === 'safe' }
  })

  const slow = judged.filter(({ isLinear }) => !isLinear)
  expect(slow.filter(({ file }) => !onlyOurs[file])).toEqual([])
  expect(Object.keys(onlyOurs).filter((file) => !slow.some((pattern) => pattern.file === file))).toEqual([])
})

function patternsIn(file: string) {
  const patterns: { file: string; source: string; flags: string }[] = []
  const look = (node: ts.Node) => {
    const [, source, flags] = ts.isRegularExpressionLiteral(node) ? (/^\/(.*)\/(\w*)$/.exec(node.text) ?? []) : []
    // The checker does not know "v" yet, which is "u" with more classes.
    if (source !== undefined) patterns.push({ file, source, flags: (flags ?? '').replace('v', 'u') })
    ts.forEachChild(node, look)
  }
  look(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest))
  return patterns
}
