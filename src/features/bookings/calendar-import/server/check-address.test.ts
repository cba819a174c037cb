import { expect, test } from 'vitest'
import { isPublicAddress } from './fetch-calendar.ts'

test.each([
  ['this machine', '127.0.0.1'],
  ['this machine by another of its numbers', '127.255.255.254'],
  ['no machine', '0.0.0.0'],
  ['the start of this net', '0.1.2.3'],
  ['a private network of the first kind', '10.1.2.3'],
  ['a private network of the second kind', '172.16.0.1'],
  ['the end of that', '172.31.255.255'],
  ['a private network of the third kind', '192.168.1.1'],
  ['the customers of a provider behind one address', '100.64.0.1'],
  ['the end of those', '100.127.255.255'],
  ['where a cloud tells its machines their secrets', '169.254.169.254'],
  ['where another one answers its machines', '168.63.129.16'],
  ['where a third one tells its secrets', '100.100.100.200'],
  ['where a fourth one tells its secrets', '192.0.0.192'],
  ['many at once', '224.0.0.1'],
  ['everybody', '255.255.255.255'],
  ['a net for tests', '198.18.0.1'],
  ['a net for examples', '203.0.113.7'],
  ['this machine in the newer form', '::1'],
  ['no machine in the newer form', '::'],
  ['this machine, mapped', '::ffff:127.0.0.1'],
  ['this machine, mapped and in hexadecimal', '::ffff:7f00:1'],
  ['a public address, mapped', '::ffff:93.184.215.14'],
  ['a private network through a translator', '64:ff9b::a00:1'],
  ['a private network through 6to4', '2002:a00:1::'],
  ['a private network through Teredo', '2001:0:a00:1::'],
  ['the local line', 'fe80::1'],
  ['the local line with its name', 'fe80::1%eth0'],
  ['a public address with the name of a line', '2606:2800::1%eth0'],
  ['a network of one’s own', 'fd00::1'],
  ['where another cloud tells its machines their secrets', 'fd00:ec2::254'],
  ['many at once in the newer form', 'ff02::1'],
  ['a net for examples in the newer form', '2001:db8::1'],
  ['nothing that is an address', 'localhost'],
])('is not public: %s (%s)', (_, address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['93.184.215.14', '100.63.255.255', '100.128.0.1', '172.15.255.255', '172.32.0.1', '2606:2800:220:1::1'])(
  'is public: %s',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)
