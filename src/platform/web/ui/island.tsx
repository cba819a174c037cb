import type { ComponentType } from 'react'

type IslandProps<Props extends object> = {
  /** One of the names in `src/app/web/document/islands.ts`. */
  name: string
  component: ComponentType<Props>
  /** Sent with the page as JSON. */
  props: Props
  /** A parameter of the address that the part shows at once. */
  parameter?: string
}

/** A part of a plain document that needs scripts. They load when the visitor first uses it. */
export function Island<Props extends object>({ name, component: Component, props, parameter }: IslandProps<Props>) {
  return (
    <div data-island={name} data-props={JSON.stringify(props)} data-parameter={parameter}>
      <Component {...props} />
    </div>
  )
}
