import { BlockList, isIP } from 'node:net'

/**
 * Whether an address is one of the open internet. Everything else could be a machine inside our own network or that of
 * the host, which answers whoever comes from inside (SSRF).
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !closed.check(address, 'ipv4')
  // A zone such as %eth0 belongs to addresses of one's own network only.
  if (family !== 6 || address.includes('%')) return false
  // Mapped, translated, local and multicast addresses all lie outside of 2000::/3.
  return open.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}

const open = new BlockList()
open.addSubnet('2000::', 3, 'ipv6')

/** The registries of special addresses of IANA (RFC 6890), and multicast. */
const closed = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  closed.addSubnet(net, prefix, 'ipv4')
}
for (const [net, prefix] of [
  // Teredo and others that lead to an address of version 4 inside of them.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  closed.addSubnet(net, prefix, 'ipv6')
}
