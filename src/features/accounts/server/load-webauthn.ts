/** What makes and checks passkeys is loaded with the first of them: it takes 25 MB, and a fifth of a second at the start. */
export function loadWebauthn() {
  return import('@simplewebauthn/server')
}
