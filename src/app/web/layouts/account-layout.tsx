import { Outlet } from 'react-router'

/** Logging in and what belongs to it: a form on one side and, on wide screens, a drawing on the other. */
export default function AccountLayout() {
  return (
    <div className="grid min-h-[calc(100vh-4.5rem)] md:grid-cols-2">
      <div className="relative hidden overflow-hidden bg-secondary text-white md:block" />
      <div className="grid content-center px-5 py-12 sm:px-8 md:py-16">
        <div className="mx-auto w-full max-w-md">
          <Outlet />
        </div>
      </div>
    </div>
  )
}
