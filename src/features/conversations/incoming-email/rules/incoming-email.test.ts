import { expect, test } from 'vitest'
import { senderChecks } from './incoming-email.ts'

const readChecks = (...values: string[]) =>
  senderChecks({ headers: values.map((value) => ({ name: 'authentication-results', value })) })

test("the mail server's SPF, DKIM and DMARC results are read", () => {
  const header =
    'mx.example.org 1; spf=pass (sender is allowed) smtp.mailfrom=a@b.example; dkim=fail header.d=b.example; dmarc=none'
  expect(readChecks(header)).toEqual({ spf: 'pass', dkim: 'fail', dmarc: 'none' })
})

test('one valid DKIM signature is enough', () => {
  expect(readChecks('mx.example.org; dkim=fail header.d=a; dkim=pass header.d=b').dkim).toBe('pass')
})

test('only the first header counts, because a sender may forge the others', () => {
  expect(readChecks('mx.example.org; spf=fail', 'mx.example.org; spf=pass').spf).toBe('fail')
})

test.each(['', 'mx.example.org', 'mx; spf=<canary>', 'mx; spf', 'mx; spf=PASSED', 'mx; x-spf=pass', ';;;=;'])(
  '%j contains no results',
  (header) => {
    expect(readChecks(header)).toEqual({ spf: 'not said', dkim: 'not said', dmarc: 'not said' })
  },
)
