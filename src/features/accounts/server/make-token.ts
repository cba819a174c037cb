import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, for a person or a browser to hold; the database keeps only `hash`. */
export function makeToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashToken(token) }
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** A refresh token: the family that all of a session share, and a secret of its own. */
export function makeRefreshToken(family = randomBytes(16).toString('base64url')) {
  const { token: secret } = makeToken()
  const token = `${family}.${secret}`
  return { token, hash: hashToken(token), familyHash: hashToken(family) }
}

/** The family of a presented refresh token, if it has the shape of one. */
export function familyOf(refreshToken: string): string | undefined {
  const [family, secret, ...rest] = refreshToken.split('.')
  return family && secret && rest.length === 0 ? family : undefined
}
