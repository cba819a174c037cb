import { randomBytes } from 'node:crypto'
import { hashToken, makeToken } from '#platform/server/token.ts'

/** A refresh token consists of a family, which all tokens of a session share, and a secret. */
export function createRefreshToken(family = randomBytes(16).toString('base64url')) {
  const { token: secret } = makeToken()
  const token = `${family}.${secret}`
  return { token, hash: hashToken(token), familyHash: hashToken(family) }
}

/** @returns the family of a refresh token, or undefined if the token is malformed */
export function parseFamily(refreshToken: string): string | undefined {
  const [family, secret, ...furtherParts] = refreshToken.split('.')
  return family && secret && furtherParts.length === 0 ? family : undefined
}
