/** Token in a reply address, in hex: 8 bytes of conversation key and 12 bytes of signature. */
const TOKEN = /^[0-9a-f]{40}$/

/** Address that routes replies to this conversation: "replies+<token>@example.org". */
export function replyAddress(mailbox: string, token: string): string {
  const { local, domain } = splitAddress(mailbox)
  return `${local}+${token}@${domain}`
}

/** Returns the first token found in the addresses. Ignores case, because mail servers may change it. */
export function findReplyToken(addresses: string[], mailbox: string): string | undefined {
  const { local, domain } = splitAddress(mailbox.toLowerCase())
  return addresses
    .map((address) => splitAddress(address.trim().toLowerCase()))
    .filter((parts) => parts.domain === domain && parts.local.startsWith(`${local}+`))
    .map((parts) => parts.local.slice(local.length + 1))
    .find((token) => TOKEN.test(token))
}

/** Splits a token into the conversation key and the signature that proves we issued it. */
export function splitToken(token: string): { key: string; signature: string } {
  return { key: token.slice(0, 16), signature: token.slice(16) }
}

function splitAddress(address: string): { local: string; domain: string } {
  const at = address.lastIndexOf('@')
  return { local: address.slice(0, Math.max(0, at)), domain: address.slice(at + 1) }
}
