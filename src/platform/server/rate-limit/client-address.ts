import ipaddr from 'ipaddr.js'

/** The key to count attempts by. An IPv6 customer can freely change addresses within a /64. */
export function addressKey(address: string): string {
  // A proxy may send something that is not an IP address; it is counted unchanged.
  if (!ipaddr.IPv6.isValid(address)) return address
  const parsed = ipaddr.IPv6.parse(address)
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString()
  return parsed.parts
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')
}
