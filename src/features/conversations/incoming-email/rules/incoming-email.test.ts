import { expect, test } from 'vitest'
import { senderChecks } from './incoming-email.ts'

const checksIn = (...values: string[]) =>
  senderChecks({ headers: values.map((value) => ({ name: 'authentication-results', value })) })

test("the mail server's SPF, DKIM and DMARC results are read", () => {
  const said =
    'mx.example.org 1; spf=pass (sender is allowed) smtp.mailfrom=a@b.example; dkim=fail header.d=b.example; dmarc=none'
  expect(checksIn(said)).toEqual({ spf: 'pass', dkim: 'fail', dmarc: 'none' })
})

test('one valid DKIM signature is enough', () => {
  expect(checksIn('mx.example.org; dkim=fail header.d=a; dkim=pass header.d=b').dkim).toBe('pass')
})

test('only the first header counts, because a sender may forge the others', () => {
  expect(checksIn('mx.example.org; spf=fail', 'mx.example.org; spf=pass').spf).toBe('fail')
})

test.each(['', 'mx.example.org', 'mx; spf=<canary>', 'mx; spf', 'mx; spf=PASSED', 'mx; x-spf=pass', ';;;=;'])(
  '%j contains no results',
  (said) => {
    expect(checksIn(said)).toEqual({ spf: 'not said', dkim: 'not said', dmarc: 'not said' })
  },
)
