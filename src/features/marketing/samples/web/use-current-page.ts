import { useEffect, useState } from 'react'

/** @returns the id of the last element that reached the middle of the window; undefined before the first one */
export function useCurrentPage(ids: string[]): string | undefined {
  const [current, setCurrent] = useState<string>()
  const names = ids.join(' ')
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.find(({ isIntersecting }) => isIntersecting)
        if (entry) setCurrent(entry.target.id)
      },
      { rootMargin: '-45% 0px -45% 0px' },
    )
    for (const id of names.split(' ')) {
      const element = document.getElementById(id)
      if (element) observer.observe(element)
    }
    return () => observer.disconnect()
  }, [names])
  return current
}
