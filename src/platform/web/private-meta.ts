/** Meta tags for a private page, which search engines must not index. */
export function privateMeta(title: string) {
  return () => [{ title }, { name: 'robots', content: 'noindex' }]
}
