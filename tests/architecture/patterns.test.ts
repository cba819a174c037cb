import { globSync, readFileSync } from 'node:fs'
import { check } from 'recheck'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { inParallel } from '../support/app/in-parallel.ts'

/** Slow patterns that are acceptable because they only read our own text, build output or operator settings. */
const trustedInput: Record<string, string> = {
  'src/app/config/files-config.ts': 'an operator setting',
  'src/app/monitoring/export-traces.ts': 'an operator setting',
  'src/app/web/defer-scripts.ts': 'pages of our own build',
  'packages/stripe-sandbox/src/browser/card-frame/digit-input.ts': 'input in the customer’s own browser',
  'packages/stripe-sandbox/src/http/browser-files.ts': 'source files of the sandbox',
}

/** Tools for building, developing and seeding the demo. They read only our own sources and responses. */
const internalTools = /^src\/(app\/bundling|cli|demo)\//

/** With time limits, the checker would report safe patterns as slow on a busy machine. */
const withoutTimeouts = { timeout: null, incubationTimeout: null, attackTimeout: null }

// If a pattern backtracks, one long string can cost as much as many requests.
test('every pattern runs in linear time', async () => {
  const patterns = globSync(['src/**/*.{ts,tsx}', 'packages/*/src/**/*.ts'])
    .filter((file) => !/\.test\.tsx?$/.test(file) && !internalTools.test(file))
    .flatMap(findPatterns)
  expect(patterns.length).toBeGreaterThan(150)

  const results = await inParallel(patterns, 2, async ({ file, source, flags }) => {
    const { status } = await check(source, flags, { ...withoutTimeouts, randomSeed: 1 })
    return { file, source, isLinear: status === 'safe' }
  })

  const slow = results.filter(({ isLinear }) => !isLinear)
  expect(slow.filter(({ file }) => !trustedInput[file])).toEqual([])
  expect(Object.keys(trustedInput).filter((file) => !slow.some((pattern) => pattern.file === file))).toEqual([])
})

function findPatterns(file: string) {
  const patterns: { file: string; source: string; flags: string }[] = []
  const visit = (node: ts.Node) => {
    const [, source, flags] = ts.isRegularExpressionLiteral(node) ? (/^\/(.*)\/(\w*)$/.exec(node.text) ?? []) : []
    // The checker does not support the "v" flag, which extends "u".
    if (source !== undefined) patterns.push({ file, source, flags: (flags ?? '').replace('v', 'u') })
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest))
  return patterns
}
