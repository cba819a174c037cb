import { expect, test } from 'vitest'
import { isPublicAddress } from './fetch-calendar.ts'

test.each([
  ['loopback', '127.0.0.1'],
  ['the end of the loopback range', '127.255.255.254'],
  ['unspecified', '0.0.0.0'],
  ['“this network”', '0.1.2.3'],
  ['private, 10.0.0.0/8', '10.1.2.3'],
  ['private, 172.16.0.0/12', '172.16.0.1'],
  ['the end of 172.16.0.0/12', '172.31.255.255'],
  ['private, 192.168.0.0/16', '192.168.1.1'],
  ['carrier-grade NAT', '100.64.0.1'],
  ['the end of carrier-grade NAT', '100.127.255.255'],
  ['AWS, Google and Azure metadata', '169.254.169.254'],
  ['the Azure platform', '168.63.129.16'],
  ['Alibaba metadata', '100.100.100.200'],
  ['Oracle metadata', '192.0.0.192'],
  ['multicast', '224.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['benchmarking', '198.18.0.1'],
  ['documentation', '203.0.113.7'],
  ['IPv6 loopback', '::1'],
  ['IPv6 unspecified', '::'],
  ['IPv4-mapped loopback', '::ffff:127.0.0.1'],
  ['IPv4-mapped loopback in hexadecimal', '::ffff:7f00:1'],
  ['an IPv4-mapped public address', '::ffff:93.184.215.14'],
  ['private through NAT64', '64:ff9b::a00:1'],
  ['private through 6to4', '2002:a00:1::'],
  ['private through Teredo', '2001:0:a00:1::'],
  ['link-local', 'fe80::1'],
  ['link-local with a zone', 'fe80::1%eth0'],
  ['a public address with a zone', '2606:2800::1%eth0'],
  ['unique local', 'fd00::1'],
  ['AWS metadata over IPv6', 'fd00:ec2::254'],
  ['IPv6 multicast', 'ff02::1'],
  ['IPv6 documentation', '2001:db8::1'],
  ['a hostname', 'localhost'],
])('not public: %s (%s)', (_, address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['93.184.215.14', '100.63.255.255', '100.128.0.1', '172.15.255.255', '172.32.0.1', '2606:2800:220:1::1'])(
  'public: %s',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)
