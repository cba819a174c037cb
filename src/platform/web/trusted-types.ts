type Kind = 'createHTML' | 'createScriptURL'

/** TypeScript's own DOM types do not include Trusted Types yet. */
type TrustedTypes = { createPolicy: (name: string, rules: object) => Record<Kind, (text: string) => string> }

declare global {
  interface Window {
    trustedTypes?: TrustedTypes
  }
}

/**
 * Creates a Trusted Types policy, which browsers require to turn text into HTML or a script URL. Its name must be in
 * the page's content policy (content-security-policy.ts). Browsers without Trusted Types get the plain text.
 * @param rule throws for text that is not allowed
 */
export function createTrustedTypesPolicy(
  name: string,
  kind: Kind,
  rule: (text: string) => string,
): (text: string) => string {
  let policy: Record<Kind, (text: string) => string> | undefined
  return (text) => {
    // A page can create each policy name only once, so it is created on first use.
    policy ??= window.trustedTypes?.createPolicy(name, { [kind]: rule })
    return policy ? policy[kind](text) : rule(text)
  }
}
