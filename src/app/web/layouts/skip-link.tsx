/** Lets keyboard users skip the bars and menus. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed top-3 left-3 z-50 -translate-y-24 rounded-md bg-primary px-4 py-2 font-semibold text-secondary-deep focus:translate-y-0 print:hidden"
    >
      Skip to content
    </a>
  )
}
