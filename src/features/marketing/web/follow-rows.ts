/**
 * Lets the Tab key reach a row while it scrolls sideways, so that the arrow keys scroll it. Chromium and Firefox do so
 * by themselves; Safari does not. In a row with links, the Tab key moves from link to link.
 */
export function followRows(): void {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth) target.setAttribute('tabindex', '0')
      else target.removeAttribute('tabindex')
    }
  })
  for (const row of document.querySelectorAll('[data-row]:not(:has(a))')) observer.observe(row)
}
