import { expect, test } from 'vitest'
import { openLog } from './log.ts'

const refused = Object.assign(new Error('new row for relation "account" violates check constraint "surprise"'), {
  code: '23514',
  table: 'account',
  constraint: 'surprise',
  detail: 'Failing row contains (canary@example.org, $argon2id$v=19$canary).',
  where: 'while looking at canary',
})

test.each([
  ['an error', refused],
  ['several errors', new AggregateError([refused], 'None of the addresses answered')],
  ['a suppressed error', new SuppressedError(refused, new Error('The first'))],
  ['the cause of another error', new Error('It was not saved', { cause: refused })],
])('a log line describes %s without data from the row', (_, error) => {
  const line = logError(error)

  expect(line).toContain('check constraint')
  expect(line).not.toContain('canary')
  expect(JSON.parse(line).err).toMatchObject({ message: expect.any(String), stack: expect.any(String) })
})

test("a log line contains a database error's code and constraint", () => {
  expect(JSON.parse(logError(refused)).err).toMatchObject({ code: '23514', table: 'account', constraint: 'surprise' })
})

function logError(err: Error): string {
  let line = ''
  const write = (text: string) => {
    line += text
  }
  openLog('info', { write }).error({ err })
  return line
}
