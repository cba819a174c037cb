import { expect, test } from 'vitest'
import { getDeviceKind, getDeviceName } from './device-name.ts'

const onWindows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`${onWindows} Chrome/141.0.0.0 Safari/537.36`, 'Chrome on Windows', 'computer'],
  [`${onWindows} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`, 'Microsoft Edge on Windows', 'computer'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox on Linux', 'computer'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
    'phone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
    'tablet',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
    'phone',
  ],
  ['', 'Unknown device', 'unknown'],
  ['   ', 'Unknown device', 'unknown'],
  ['curl/8.5.0', 'Unknown device', 'unknown'],
  ['constructor', 'Unknown device', 'unknown'],
])('"%s" is named %s (%s)', (userAgent, name, kind) => {
  expect([getDeviceName(userAgent), getDeviceKind(userAgent)]).toEqual([name, kind])
})

test.each(['Visit http://evil.example/now please', '<b>Click</b>/1 x', 'Your password is wrong/1 x'])(
  'free text in a user agent is not repeated: "%s"',
  (userAgent) => {
    expect(getDeviceName(userAgent)).toBe('Unknown device')
  },
)

test.each([
  ['nonsense', 'x?\u{1f600}\u0000('.repeat(2_000)],
  ['slashes', 'a/'.repeat(5_000)],
  ['spaces', `${' '.repeat(10_000)}x`],
  ['brackets', '('.repeat(10_000)],
  ['versions', 'Version/'.repeat(1_250)],
  ['an endless browser name', `Mozilla/5.0 ${'a'.repeat(10_000)}`],
  ['systems', 'CPU iPhone OS 1_'.repeat(625)],
])('10 kB of %s results in a plain device name', (_, userAgent) => {
  expect(getDeviceName(userAgent)).toMatch(/^[\w ]+$/)
})

test('only the start of an oversized user agent is parsed', () => {
  const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
  expect(getDeviceName(' '.repeat(200) + firefox)).toBe('Firefox on Windows')
  expect(getDeviceName(' '.repeat(400) + firefox)).toBe('Unknown device')
})
