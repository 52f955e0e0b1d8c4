'use client'
import { forwardRef, type ComponentPropsWithoutRef } from 'react'
import type { InboxNotification } from '../contract/inboxNotification.ts'
import { classNames } from './classNames.ts'
import { resultTextOf } from './ctaOutcome.ts'
import { CheckIcon } from './panelIcons.tsx'
import { useLabels } from './LanguageProvider.tsx'
import { renderPart, type Replaceable } from './renderPart.tsx'
import { useCta } from './useCta.ts'
import { useItemOr } from './useItem.ts'

/** `children` replace the words. */
export interface CtaResultProps extends ComponentPropsWithoutRef<'p'>, Replaceable {
  /** Default: the one of the item around. */
  notification?: InboxNotification | undefined
}

/**
 * What came of a call to action: the `resultContent` of the button that was used (2.5). Draws nothing before that. It takes
 * the focus of the button that it follows.
 */
export const CtaResult = forwardRef<HTMLParagraphElement, CtaResultProps>(function CtaResult(
  { notification, render, className, children, ...rest },
  ref,
) {
  const labels = useLabels()
  const { phase, used } = useCta(useItemOr({ notification }).notification, undefined)
  if (phase !== 'done') return null
  return renderPart(
    <p tabIndex={-1} {...rest} ref={ref} className={classNames('tidings-cta-result', className)}>
      <CheckIcon />
      {children ?? resultTextOf(used, labels)}
    </p>,
    render,
    {},
  )
})
