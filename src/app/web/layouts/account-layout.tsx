import { Outlet } from 'react-router'
import { RoadDrawing } from '#features/marketing/web/road-drawing.tsx'

/** Logging in and what belongs to it: a form on one side and, on wide screens, a drawing on the other. */
export default function AccountLayout() {
  return (
    <div className="grid min-h-[calc(100vh-4.5rem)] md:grid-cols-2">
      <div className="hidden overflow-clip bg-secondary text-white md:block">
        <div className="sticky top-18 h-[calc(100vh-4.5rem)]">
          <RoadDrawing className="absolute right-0 bottom-[8%] w-[85%]" />
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
