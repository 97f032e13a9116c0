import type { ComponentProps, ReactNode } from 'react'

/** `primary`: the one main action. `quiet`: outlined, for further actions. `plain`: text alone. */
export type ButtonLook = 'primary' | 'quiet' | 'plain'

interface Look {
  look?: ButtonLook
  /** As wide as its place. */
  wide?: boolean
}

export function Button({
  look,
  wide,
  className,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & Look): ReactNode {
  return <button type={type} className={buttonClass(look, wide, className)} {...rest} />
}

/** A link that looks like a button. */
export function ButtonLink({
  look,
  wide,
  className,
  children,
  ...rest
}: ComponentProps<'a'> & Look): ReactNode {
  return (
    <a className={buttonClass(look, wide, className)} {...rest}>
      {children}
    </a>
  )
}

function buttonClass(look: ButtonLook = 'primary', wide = false, more = ''): string {
  return `button button-${look}${wide ? ' button-wide' : ''}${more === '' ? '' : ` ${more}`}`
}

/** A square for the thumb, with an icon; `label` is its name. */
export function IconButton({
  label,
  className = '',
  type = 'button',
  ...rest
}: ComponentProps<'button'> & { label: string }): ReactNode {
  return <button type={type} className={`icon-button ${className}`.trimEnd()} aria-label={label} {...rest} />
}

/**
 * Attributes with which a button opens the `Dialog` of that id without scripts: the browser's own command, and a
 * popover where commands are not supported yet.
 */
export function opens(id: string): ComponentProps<'button'> {
  return { command: 'show-modal', commandfor: id, popoverTarget: id }
}

declare module 'react' {
  interface ButtonHTMLAttributes<T> {
    /** Invoker commands: https://html.spec.whatwg.org/#attr-button-command */
    command?: 'show-modal' | 'close'
    commandfor?: string
    /** Shows a hint while there is interest in the button: `Tooltip`. */
    interestfor?: string
  }
}
