import { Outlet } from 'react-router'
import { Picture } from '#platform/web/ui/picture.tsx'

/** Shows the login and related forms, with a picture next to them on wide screens. */
export default function AccountLayout() {
  return (
    <div className="grid min-h-[calc(100vh-4.5rem)] md:grid-cols-2">
      <div className="hidden overflow-clip bg-secondary text-white md:block">
        <div className="sticky top-[72px] h-[calc(100vh-72px)]">
          <Picture name="home" alt="" sizes="90vw" className="h-full" />
        </div>
      </div>
      <div className="grid content-start md:content-center px-5 py-12 sm:px-8 md:py-16">
        <div className="mx-auto w-full max-w-md">
          <Outlet />
        </div>
      </div>
    </div>
  )
}
