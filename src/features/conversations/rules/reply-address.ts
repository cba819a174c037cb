/** What stands after the box in the address of a letter: 8 bytes of the conversation's key and 12 that sign it. */
const TOKEN = /^[0-9a-f]{40}$/

/** "replies+<token>@example.org": where an answer to a letter of this conversation goes. */
export function replyAddress(box: string, token: string): string {
  const { local, domain } = partsOf(box)
  return `${local}+${token}@${domain}`
}

/** The token of the first of the addresses that is one of ours. Servers may change the case of an address on its way. */
export function tokenIn(addresses: string[], box: string): string | undefined {
  const { local, domain } = partsOf(box.toLowerCase())
  return addresses
    .map((address) => partsOf(address.trim().toLowerCase()))
    .filter((parts) => parts.domain === domain && parts.local.startsWith(`${local}+`))
    .map((parts) => parts.local.slice(local.length + 1))
    .find((token) => TOKEN.test(token))
}

/** The part of a token that names the conversation, and the part that proves that we gave it out. */
export function splitToken(token: string): { key: string; signature: string } {
  return { key: token.slice(0, 16), signature: token.slice(16) }
}

function partsOf(address: string): { local: string; domain: string } {
  const at = address.lastIndexOf('@')
  return { local: address.slice(0, Math.max(0, at)), domain: address.slice(at + 1) }
}
