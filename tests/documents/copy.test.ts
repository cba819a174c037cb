import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type CopyText, collectCopy } from '../../scripts/copy/collect-copy.ts'

/** Phrases that no text may contain, with what to write instead. Banned single words are in `cspell.json`. */
const refusedPhrases: [phrase: RegExp, instead: string][] = [
  [/\b(is|are|was|were|do|does|did|has|have|had|could|would|should|will) not\b|\bcannot\b/, 'a contraction'],
  [/\bany ?more\b(?=[.,:;]|$)/, 'no longer'],
  [/\bg[ia]ven? (it |them |money )?back\b/, 'refund'],
  [/\bstands? (above|at|below|in|on|under)\b|\bwhat stands\b/, 'is'],
  [/\bin order to\b/, 'to'],
  [/\binquiry\b/i, 'enquiry'],
  [/\bby itself\b/, 'automatically'],
  [/\bsuspended\b/i, 'disabled (an account) or on hold (a package)'],
  [/\bsign(ed|ing|s)?[ -]in\b/i, 'log in'],
  [/\b(stop|keep) renewing\b/i, 'cancel, or keep the subscription'],
  [/\bswitch(ed|ing)? (it |them )?(on|off)\b/i, 'turn on or off'],
  [/\bWe can’t find\b(?! this page)/, 'We couldn’t find'],
  [/\bthe office\b/, 'an administrator'],
]

const refusedInRefusals: [RegExp, string] = [/\bplease\b/i, 'the instruction alone']

const specification = readFileSync('docs/specification.md', 'utf8').replaceAll(/\s+/g, ' ')

/**
 * Leaves out the sandbox, which repeats Stripe's wording, texts set by the specification, and the label of the login
 * checkbox, which is set by a decision.
 */
function isOurs({ file, text }: CopyText): boolean {
  return !file.startsWith('packages/') && !specification.includes(text) && !text.includes('Keep me signed in')
}

test('no text contains a banned phrase, and no refusal says "please"', () =>
  expect(collectCopy().filter(isOurs).flatMap(listRefused)).toEqual([]))

function listRefused({ file, line, text }: CopyText): string[] {
  const isRefusal = /contract|http\//.test(file)
  return [...refusedPhrases, ...(isRefusal ? [refusedInRefusals] : [])].flatMap(([phrase, instead]) => {
    const found = phrase.exec(text)
    return found ? [`${file}:${line} “${found[0]}” -> ${instead}: ${text}`] : []
  })
}
