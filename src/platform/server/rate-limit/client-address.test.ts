import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressKey } from './client-address.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:cb00:7107', '203.0.113.7'],
  ['0000:0000:0000:0000:0000:ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['::', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('%s counts as %s', (address, key) => {
  expect(addressKey(address)).toBe(key)
})

test('every spelling of every address in one /64 has the same key', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 4, maxLength: 4 }), (net) => {
      const spellings = Array.from({ length: 6 }, (_, index) => spell(net, index))
      expect(new Set(spellings.map(addressKey)).size).toBe(1)
    }),
  )
})

test('two networks never share a key', () => {
  const nets = fc.array(fc.integer({ min: 1, max: 0xffff }), { minLength: 4, maxLength: 4 })
  fc.assert(
    fc.property(nets, nets, (first, second) => {
      fc.pre(first.join() !== second.join())
      expect(addressKey(spell(first, 0))).not.toBe(addressKey(spell(second, 1)))
    }),
  )
})

function spell(net: number[], variant: number): string {
  const hostGroups = [...randomBytes(4)].map((byte) => byte + 1)
  const groups = [...net, ...hostGroups].map((group) => group.toString(16))
  const plain = groups.join(':')
  if (variant === 1) return plain.toUpperCase()
  if (variant === 2) return groups.map((group) => group.padStart(4, '0')).join(':')
  // The URL parser's short form, with zeros left out.
  if (variant === 3) return new URL(`http://[${plain}]`).hostname.slice(1, -1)
  if (variant === 4) return new URL(`http://[${groups.slice(0, 4).join(':')}::]`).hostname.slice(1, -1)
  return new URL(`http://[${groups.slice(0, 4).join(':')}::1]`).hostname.slice(1, -1)
}
