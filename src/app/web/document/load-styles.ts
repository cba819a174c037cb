let loading: Promise<void> | undefined

/** Loads the whole style sheet, because the page itself has only the rules that it needs without scripts. */
export function loadStyles(): Promise<void> {
  loading ??= addSheet().catch((error) => {
    loading = undefined
    throw error
  })
  return loading
}

/** In development the page has the whole sheet already. */
async function addSheet(): Promise<void> {
  const { sheet } = document.querySelector<HTMLElement>('style[data-sheet]')?.dataset ?? {}
  if (!sheet) return
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = sheet
  document.head.append(link)
  await new Promise((resolve, reject) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', () => {
      link.remove()
      reject(new Error(`${sheet} didn’t load`))
    })
  })
}
