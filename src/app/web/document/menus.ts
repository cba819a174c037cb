/**
 * Closes top bar menus (`<details data-menu>`) and drawers (popovers with `data-drawer`) on every page. They open
 * without scripts. Listens on the document, so that it also works for elements that are added later.
 */
export function followMenus(): void {
  document.addEventListener('click', closeOnChoice)
  document.addEventListener('pointerdown', closeOtherMenus)
  document.addEventListener('focusin', closeOtherMenus)
  document.addEventListener('keydown', closeOnEscape)
  document.addEventListener('focusout', closeLeftDrawer)
}

function closeOnChoice({ target }: Event) {
  const choice = (target as Element).closest('a, button')
  const menu = choice?.closest<HTMLDetailsElement>('[data-menu]')
  if (menu) menu.open = false
  choice?.closest<HTMLElement>('[data-drawer]')?.hidePopover?.()
}

function listOpenMenus() {
  return document.querySelectorAll<HTMLDetailsElement>('details[data-menu][open]')
}

function closeOtherMenus({ target }: Event) {
  for (const menu of listOpenMenus()) if (!menu.contains(target as Node)) menu.open = false
}

function closeOnEscape({ key }: KeyboardEvent) {
  if (key !== 'Escape') return
  for (const menu of listOpenMenus()) {
    menu.open = false
    menu.querySelector('summary')?.focus()
  }
}

/** A popover does not trap focus. Without this, the focused element would be behind it. */
function closeLeftDrawer({ target, relatedTarget }: FocusEvent) {
  const drawer = (target as Element).closest<HTMLElement>('[data-drawer]')
  if (relatedTarget && !drawer?.contains(relatedTarget as Node)) drawer?.hidePopover?.()
}
